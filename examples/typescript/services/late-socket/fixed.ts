// A connection that comes after the time-out is closed when it comes.

export interface Socket {
  send(text: string): void;
  end(): void;
}

export interface Net {
  dial(host: string): Promise<Socket>;
}

export class Probe {
  constructor(
    private readonly net: Net,
    private readonly sleep: (ms: number) => Promise<void>,
  ) {}

  async greet(host: string): Promise<boolean> {
    const dialing = this.net.dial(host);
    const socket = await Promise.race([dialing, this.sleep(500).then(() => null)]);
    if (!socket) {
      void dialing.then((late) => late.end());
      return false;
    }
    socket.send('hello');
    socket.end();
    return true;
  }
}

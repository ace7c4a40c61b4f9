// Fixed: whether it is still open is asked again after the await.
interface Sock {
  write(m: string): void;
  end(): void;
}
declare function dial(): Sock;
declare function sign(m: string): Promise<void>;

export class Link {
  private sock: Sock | null = dial();

  async send(m: string) {
    await sign(m);
    if (!this.sock) return;
    this.sock.write(m);
  }

  close() {
    this.sock?.end();
    this.sock = null;
  }
}

interface Sock {
  write(m: string): void;
  end(): void;
}
declare function dial(): Sock;
declare function digest(m: string): Promise<string>;

export class Link {
  private sock: Sock | null = dial();

  async send(m: string) {
    if (!this.sock) return;
    await this.sign(m);
    this.sock.write(m);
  }

  private async sign(m: string) {
    return digest(m);
  }

  close() {
    this.sock?.end();
    this.sock = null;
  }
}

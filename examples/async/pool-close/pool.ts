interface Connection {
  ping(): Promise<void>;
  end(): Promise<void>;
}
interface Driver {
  connect(host: string): Promise<Connection>;
}

export class Pool {
  private open: Connection[] = [];
  private closing = false;

  constructor(
    private driver: Driver,
    private host: string,
  ) {}

  async acquire(): Promise<Connection> {
    if (this.closing) throw new Error('pool is closing');
    const connection = await this.driver.connect(this.host);
    this.open.push(connection);
    return connection;
  }

  async close(): Promise<void> {
    this.closing = true;
    const open = this.open;
    this.open = [];
    await Promise.all(open.map((connection) => connection.end()));
  }
}

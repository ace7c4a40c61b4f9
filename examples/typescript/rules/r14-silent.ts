declare function flush(): Promise<void>;
export class Box {
  private x = 0;
  private async reset() {
    await flush();
    this.x = 0;
  }
  async set() {
    if (this.x === 7) return;
    this.x = 1;
    await this.reset();
    this.x = 2;
  }
}

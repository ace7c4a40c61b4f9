// HD6003: the loser of the race goes on, and overwrites what the mirror has answered since.
interface Source {
  load(): Promise<{ revision: number }>;
}

const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, 2000));

export class Settings {
  current?: { revision: number };

  constructor(
    private primary: Source,
    private mirror: Source,
  ) {}

  async refresh(): Promise<void> {
    const fast = await Promise.race([this.take(this.primary), patience()]);
    if (fast === undefined) await this.take(this.mirror);
  }

  private async take(source: Source): Promise<{ revision: number }> {
    const loaded = await source.load();
    this.current = loaded;
    return loaded;
  }
}

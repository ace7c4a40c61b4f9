interface Store {
  read(key: string): Promise<number>;
  write(key: string, value: number): Promise<void>;
}

const tails = new Map<string, Promise<void>>();

async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key);
  let release = (): void => undefined;
  const mine = new Promise<void>((resolve) => {
    release = resolve;
  });
  tails.set(key, mine);
  await before;
  try {
    return await work();
  } finally {
    tails.delete(key);
    release();
  }
}

export class Counter {
  constructor(private store: Store) {}

  async add(key: string, by: number): Promise<void> {
    await exclusively(key, async () => {
      const before = await this.store.read(key);
      await this.store.write(key, before + by);
    });
  }
}

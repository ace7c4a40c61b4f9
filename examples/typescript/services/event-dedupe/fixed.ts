interface Registry {
  decode(payload: Uint8Array): Promise<{ id: string; account: string; cents: number }>;
}
interface Redis {
  exists(key: string): Promise<number>;
  set(key: string, value: string): Promise<unknown>;
  setnx(key: string, value: string): Promise<number>;
}
interface Billing {
  charge(account: string, cents: number): Promise<void>;
}
interface Consumer {
  run(options: { eachMessage(input: { payload: Uint8Array }): Promise<void> }): Promise<void>;
}

export async function consume(consumer: Consumer, registry: Registry, redis: Redis, billing: Billing): Promise<void> {
  await consumer.run({
    eachMessage: async ({ payload }) => {
      const event = await registry.decode(payload);
      const key = `seen:${event.id}`;
      if ((await redis.setnx(key, '1')) === 0) return;
      await billing.charge(event.account, event.cents);
    },
  });
}

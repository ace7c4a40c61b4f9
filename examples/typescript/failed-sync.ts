// HD6009: a synchronisation that fails is kept, and every later call waits for it and fails.
interface Remote {
  list(): Promise<string[]>;
}

export function listing(remote: Remote, maxAge: number) {
  let names: string[] = [];
  let checked = 0;
  let syncing: Promise<string[]> | undefined;

  const synchronise = async () => {
    if (checked + maxAge > Date.now()) return;
    if (!syncing) syncing = remote.list();
    names = await syncing;
    checked = Date.now();
    syncing = undefined;
  };

  return {
    async has(name: string): Promise<boolean> {
      await synchronise();
      return names.includes(name);
    },
    async all(): Promise<string[]> {
      await synchronise();
      return names;
    },
  };
}

// The repair: whether it fails or not, the next call may begin again.
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
    try {
      names = await syncing;
      checked = Date.now();
    } finally {
      syncing = undefined;
    }
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

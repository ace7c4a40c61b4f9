// HD6009: when an answer fails, the request is counted for ever, and drain() never ends.
declare function answer(path: string): Promise<string>;

let active = 0;
let onIdle: (() => void) | undefined;

export async function handle(path: string): Promise<string> {
  active++;
  const body = await answer(path);
  leave();
  return body;
}

export function drain(): Promise<void> {
  return new Promise((resolve) => {
    if (active === 0) resolve();
    else onIdle = resolve;
  });
}

function leave(): void {
  active--;
  if (active === 0) onIdle?.();
}

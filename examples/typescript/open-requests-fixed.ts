// The repair: counted down on both ways out.
declare function answer(path: string): Promise<string>;

let active = 0;
let onIdle: (() => void) | undefined;

export async function handle(path: string): Promise<string> {
  active++;
  try {
    return await answer(path);
  } finally {
    leave();
  }
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

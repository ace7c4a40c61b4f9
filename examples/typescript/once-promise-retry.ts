declare function migrate(): Promise<void>;

let p: Promise<void> | undefined;

export function ensure() {
  p ??= migrate().catch((e) => {
    p = undefined;
    throw e;
  });
  return p;
}

declare function migrate(): Promise<void>;

let ready = false;

export async function ensure() {
  if (!ready) {
    await migrate();
    ready = true;
  }
}

declare function migrate(): Promise<void>;

let p: Promise<void> | undefined;

export const ensure = () => (p ??= migrate());

// What the machine's last step did, as far as others can see: one record that is filled anew at each step (the machine's
// counterpart of `StepEvent`).

export type EventKind = 'local' | 'read' | 'write' | 'acquire' | 'release' | 'fork' | 'join';

export class MachineEvent {
  kind: EventKind = 'local';
  /** Of an access: the object, or 0 for a shared variable. Of an acquire or release: the lock. */
  object = 0;
  /** Of an access: the cell's number in the object, or the variable's. */
  cell = 0;
  volatile = false;
  /** The name that properties use for the cell. */
  name = '';
  /** Of a fork or join: the threads. */
  readonly children: number[] = [];

  get isAccess(): boolean {
    return this.kind === 'read' || this.kind === 'write';
  }

  clear(): void {
    this.kind = 'local';
    this.children.length = 0;
  }

  access(kind: 'read' | 'write', object: number, cell: number, code: { name: string; volatile: boolean }): void {
    this.kind = kind;
    this.object = object;
    this.cell = cell;
    this.name = code.name;
    this.volatile = code.volatile;
  }

  lock(kind: 'acquire' | 'release', lock: number): void {
    this.kind = kind;
    this.object = lock;
  }
}

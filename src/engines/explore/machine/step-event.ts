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
  /** Of a write: an update, which reads as well and, if `isWritten`, writes. Whatever it does, it is taken for a write. */
  isUpdate = false;
  isWritten = true;
  /** The name that properties use for the cell. */
  name = '';
  /** Of a fork or join: the threads. */
  readonly children: number[] = [];

  get isAccess(): boolean {
    return this.kind === 'read' || this.kind === 'write';
  }

  clear(): void {
    this.kind = 'local';
    if (this.children.length > 0) this.children.length = 0; // setting it is slow
  }

  access(kind: 'read' | 'write', object: number, cell: number, code: { name: string; volatile: boolean }): void {
    this.kind = kind;
    this.object = object;
    this.cell = cell;
    this.name = code.name;
    this.volatile = code.volatile;
    this.isUpdate = false;
    this.isWritten = true;
  }

  lock(kind: 'acquire' | 'release', lock: number): void {
    this.kind = kind;
    this.object = lock;
  }
}

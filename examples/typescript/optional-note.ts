// HD6001: only who asks for a note waits in between; two of them both find the slot free.
interface Log {
  note(text: string): Promise<void>;
}

export class Slot {
  private owner?: string;

  constructor(private log: Log) {}

  async claim(who: string, isNoted?: boolean): Promise<boolean> {
    if (this.owner !== undefined) return false;
    if (isNoted) await this.log.note(who);
    this.owner = who;
    return true;
  }
}

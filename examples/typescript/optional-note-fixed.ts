// The repair: claimed before the note.
interface Log {
  note(text: string): Promise<void>;
}

export class Slot {
  private owner?: string;

  constructor(private log: Log) {}

  async claim(who: string, isNoted?: boolean): Promise<boolean> {
    if (this.owner !== undefined) return false;
    this.owner = who;
    if (isNoted) await this.log.note(who);
    return true;
  }
}

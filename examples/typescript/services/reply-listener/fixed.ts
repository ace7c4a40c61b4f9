import { EventEmitter } from 'node:events';

interface Link {
  send(frame: { id: string; body: string }): Promise<void>;
}

export class Calls {
  readonly replies = new EventEmitter();

  constructor(private link: Link) {}

  /** The transport hands every reply in here. */
  receive(id: string, body: string): void {
    this.replies.emit(id, body);
  }

  async call(id: string, body: string): Promise<string> {
    const reply = new Promise<string>((resolve) => this.replies.once(id, resolve));
    await this.link.send({ id, body });
    return reply;
  }
}

// What is in the table is the promise of a room that is open.

export interface Media {
  allocate(id: string): Promise<number>;
}

export class Room {
  port = 0;

  constructor(
    readonly id: string,
    private readonly media: Media,
  ) {}

  async open(): Promise<void> {
    this.port = await this.media.allocate(this.id);
  }
}

export class Rooms {
  private readonly rooms = new Map<string, Promise<Room>>();

  constructor(private readonly media: Media) {}

  enter(id: string): Promise<Room> {
    let room = this.rooms.get(id);
    if (!room) {
      room = this.opened(id);
      this.rooms.set(id, room);
      room.catch(() => this.rooms.delete(id));
    }
    return room;
  }

  private async opened(id: string): Promise<Room> {
    const room = new Room(id, this.media);
    await room.open();
    return room;
  }
}

// A room is in the table before it is open: who comes second is given one that is not.

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
  private readonly rooms = new Map<string, Room>();

  constructor(private readonly media: Media) {}

  async enter(id: string): Promise<Room> {
    const known = this.rooms.get(id);
    if (known) return known;
    const room = new Room(id, this.media);
    this.rooms.set(id, room);
    await room.open();
    return room;
  }
}

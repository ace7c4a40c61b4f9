export interface Room {
  name: string;
  members: Set<string>;
}

const rooms = new Map<string, Room>();

export function find(name: string): Room | undefined {
  return rooms.get(name);
}

export function register(room: Room): void {
  rooms.set(room.name, room);
}

export function remove(name: string): void {
  rooms.delete(name);
}

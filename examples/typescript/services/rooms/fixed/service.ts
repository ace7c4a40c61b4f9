import { find, type Room, register, remove } from './registry.js';

declare function loadSettings(name: string): Promise<{ limit: number }>;

async function open(name: string): Promise<Room> {
  const existing = find(name);
  if (existing) return existing;
  await loadSettings(name);
  const raced = find(name);
  if (raced) return raced;
  const room: Room = { name, members: new Set() };
  register(room);
  return room;
}

export async function joinRoom(name: string, user: string): Promise<number> {
  const room = await open(name);
  room.members.add(user);
  return room.members.size;
}

export async function leaveRoom(name: string, user: string): Promise<void> {
  const room = find(name);
  if (!room) return;
  room.members.delete(user);
  if (room.members.size === 0) remove(name);
}

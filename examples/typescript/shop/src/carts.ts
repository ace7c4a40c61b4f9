// Carts live in a key-value store.
import { createClient } from 'redis';

export interface Item {
  sku: string;
  count: number;
}

export interface Cart {
  items: Item[];
}

const redis = createClient();

export async function cartOf(user: string): Promise<Cart> {
  const text = await redis.get(`cart:${user}`);
  return text ? JSON.parse(text) : { items: [] };
}

export async function addToCart(user: string, item: Item): Promise<Cart> {
  const cart = await cartOf(user);
  cart.items.push(item);
  await redis.set(`cart:${user}`, JSON.stringify(cart));
  return cart;
}

export async function clearCart(user: string): Promise<void> {
  await redis.del(`cart:${user}`);
  await redis.incr('carts:cleared');
}

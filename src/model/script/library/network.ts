// Clients and servers: what is asked of others, and what others ask.

import type { LibraryModel } from './model.js';

export const network: readonly LibraryModel[] = [
  {
    packages: ['axios', 'got', 'ky', 'superagent', 'undici'],
    calls: { read: 'get head options', write: 'put patch', delete: 'delete del', effect: 'post request' },
  },
  {
    packages: ['express', 'fastify', 'koa', '@koa/router', 'koa-router', 'hono', 'restify', 'polka'],
    registers: 'get post put patch delete all use route options head addHook',
  },
  { packages: ['http', 'https', 'node:http', 'node:https', 'http2', 'net', 'node:net'], registers: 'createServer on' },
  {
    packages: ['ws', 'socket.io', 'socket.io-client'],
    calls: { effect: 'send emit' },
    registers: 'on addEventListener use',
  },
];

// Key-value stores: what is one step there, and what only looks so.

import type { LibraryModel } from './model.js';

export const stores: readonly LibraryModel[] = [
  // In memory, and at once.
  {
    packages: ['lru-cache', 'quick-lru', 'tiny-lru', 'mnemonist/lru-map'],
    exports: { LRUCache: 'map', default: 'map', '*': 'map', lru: 'map', LRUMap: 'map' },
  },
  {
    packages: ['redis', 'ioredis', 'iovalkey', '@redis/client', 'node-redis'],
    calls: {
      read: 'get mget hget hmget hgetall exists ttl pttl lrange llen smembers sismember scard zrange zscore keys scan hexists hlen type',
      write: 'set mset hset hmset setex psetex',
      delete: 'del unlink hdel expire pexpire flushdb flushall',
      move: 'rename copy',
      atomic: `incr incrby incrbyfloat decr decrby hincrby hincrbyfloat getset getdel getex append rpush lpush rpop lpop
        blpop brpop rpoplpush lmove sadd srem spop zadd zrem zincrby zpopmin zpopmax eval evalsha fcall xadd xack setbit pfadd`,
      claim: 'setnx hsetnx renamenx',
      effect: 'publish',
      pure: 'connect disconnect quit ping select auth watch unwatch',
    },
    registers: 'subscribe psubscribe on',
  },
  {
    packages: [
      'keyv',
      'unstorage',
      'cache-manager',
      'level',
      'idb-keyval',
      '@react-native-async-storage/async-storage',
    ],
    calls: {
      read: 'get getItem has hasItem getMany getKeys keys iterator getItems',
      write: 'set setItem put setMany setItems update',
      delete: 'delete del removeItem remove clear removeMany',
      atomic: 'batch',
    },
  },
  {
    packages: ['memcached', 'memjs'],
    calls: {
      read: 'get gets getMulti',
      write: 'set replace',
      delete: 'del delete',
      atomic: 'add cas incr decr increment append',
    },
  },
];

// Queues, brokers and schedules: whoever works for them is called again before it has finished.

import type { LibraryModel } from './model.js';

export const queues: readonly LibraryModel[] = [
  {
    packages: ['bullmq', 'bull', 'bee-queue', 'agenda', 'pg-boss'],
    calls: { effect: 'add addBulk send insert createJob now' },
    registers: 'process on define work',
  },
  {
    packages: ['kafkajs'],
    calls: { effect: 'send sendBatch', pure: 'connect disconnect subscribe commitOffsets' },
    registers: 'on',
  },
  {
    packages: ['amqplib'],
    calls: { effect: 'publish sendToQueue', pure: 'ack nack assertQueue assertExchange prefetch' },
    registers: 'consume on',
  },
  { packages: ['node-cron', 'cron', 'node-schedule', 'croner'], registers: 'schedule scheduleJob' },
  {
    packages: ['events', 'node:events', 'eventemitter3', 'tiny-typed-emitter', 'strict-event-emitter-types'],
    exports: { EventEmitter: 'emitter', TypedEmitter: 'emitter', default: 'emitter', '*': 'emitter', once: 'once' },
  },
  // A store of sessions tells whether it is connected.
  { packages: ['express-session'], exports: { Store: 'emitter' } },
  {
    packages: ['timers/promises', 'node:timers/promises', 'delay', 'sleep-promise'],
    calls: { pure: 'setTimeout setImmediate delay sleep default' },
  },
];

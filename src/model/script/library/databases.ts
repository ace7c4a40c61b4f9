// Databases by driver, query builder and mapper. SQL texts and chains of calls are read beside this (machine/outside).

import type { LibraryModel } from './model.js';

export const databases: readonly LibraryModel[] = [
  {
    packages: ['pg', 'mysql2', 'mysql', 'better-sqlite3', 'sqlite3', 'postgres'],
    // Every connection is another one: what happens in its transactions is its own.
    calls: { effect: 'query execute run connect getConnection', pure: 'release end pipe' },
  },
  {
    packages: ['@prisma/client'],
    calls: {
      read: 'findUnique findUniqueOrThrow findFirst findFirstOrThrow findMany count aggregate groupBy',
      write: 'create createMany update',
      delete: 'delete deleteMany',
      atomic: 'upsert updateMany $executeRaw',
      pure: '$connect $disconnect',
    },
  },
  {
    packages: ['mongoose', 'mongodb'],
    calls: {
      read: 'find findOne findById countDocuments estimatedDocumentCount distinct exists aggregate',
      write: 'save create insertOne insertMany replaceOne',
      delete: 'deleteOne deleteMany findByIdAndDelete findOneAndDelete',
      atomic: 'findOneAndUpdate findByIdAndUpdate findOneAndReplace bulkWrite',
      pure: 'connect disconnect close createIndex createIndexes ensureIndexes',
    },
  },
  {
    packages: ['sequelize', 'typeorm'],
    calls: {
      read: 'findByPk findOne findOneBy findAll findBy findAndCountAll count find',
      write: 'save create insert update',
      delete: 'destroy remove delete',
      atomic: 'increment decrement findOrCreate upsert',
      pure: 'authenticate sync initialize close',
    },
  },
];

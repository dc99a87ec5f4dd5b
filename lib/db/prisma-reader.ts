import type { PrismaClient } from './generated/sqlite/client'

type Reading =
  | 'findUnique'
  | 'findUniqueOrThrow'
  | 'findFirst'
  | 'findFirstOrThrow'
  | 'findMany'
  | 'count'
  | 'aggregate'
  | 'groupBy'

type Models = Omit<
  { [Key in keyof PrismaClient as Key extends `$${string}` ? never : Key]: PrismaClient[Key] },
  symbol
>

/**
 * Prisma's client without its write verbs: writes go through `Database.write`, and Prisma's
 * connection would contend with its transaction. Typed as the SQLite client, the narrower of the
 * two, so that every query works on both.
 */
export type PrismaReader = {
  [Model in keyof Models]: Pick<Models[Model], Reading & keyof Models[Model]>
}

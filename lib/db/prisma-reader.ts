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
 * Prisma's client without its verbs that write: changes go through `Database.write`, whose
 * transaction Prisma's connection would stand in the way of. Typed as the SQLite client, the
 * narrower of the two: what it can do, both can.
 */
export type PrismaReader = {
  [Model in keyof Models]: Pick<Models[Model], Reading & keyof Models[Model]>
}

import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils'
import { currentConnection, clientOf, savepoint } from './client'
import * as generated from './generated/postgresql.mjs'

/** The form of an answer: rows as lists, and types by the adapter. */
export type Shape = Pick<pg.QueryArrayConfig, 'rowMode' | 'types'>

/** A statement as Prisma's adapter writes it. */
export interface Shaped {
  sql: string
  args: readonly unknown[]
  shape?: Shape
}

/** Prisma's adapter for PostgreSQL, which knows its types and errors, over connections of ours. */
const pool = Object.assign(Object.create(pg.Pool.prototype) as pg.Pool, {
  query: ({ text, values, rowMode, types }: pg.QueryArrayConfig<unknown[]>) => {
    const statement: Shaped = { sql: text, args: values ?? [], shape: { rowMode, types } }
    return currentConnection<pg.QueryArrayResult>().ask(statement)
  },
  on: () => pool,
  removeListener: () => pool,
  options: {},
})

async function connect(): Promise<SqlDriverAdapter> {
  const whole = await new PrismaPg(pool).connect()
  const queries: Pick<Transaction, 'provider' | 'adapterName' | 'queryRaw' | 'executeRaw'> = {
    provider: whole.provider,
    adapterName: whole.adapterName,
    queryRaw: (query) => whole.queryRaw(query),
    executeRaw: (query) => whole.executeRaw(query),
  }
  return {
    ...queries,
    executeScript: () => Promise.reject(new Error('scripts are run by lib/db/migrate')),
    getConnectionInfo: () => ({ supportsRelationJoins: false, maxBindValues: 32_766 }),
    dispose: () => Promise.resolve(),
    startTransaction: async () => ({
      ...queries,
      options: { usePhantomQuery: true },
      ...(await savepoint()),
    }),
  }
}

export const client = clientOf(generated, {
  provider: 'postgres',
  adapterName: 'palimpsest',
  connect,
})

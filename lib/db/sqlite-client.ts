import {
  type ArgType,
  ColumnTypeEnum as Types,
  type ColumnType,
  type SqlDriverAdapter,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import { currentConnection, clientOf, savepoint } from './client'
import * as generated from './generated/sqlite.mjs'
import type { ColumnsAndRows } from './sqlite-connection'

/** The types of columns as the tables declare them. */
const DECLARED: Record<string, ColumnType> = {
  INTEGER: Types.Int32,
  BIGINT: Types.Int64,
  TEXT: Types.Text,
  BLOB: Types.Bytes,
}

/** The type of a computed column, by its value. */
function typeOf(value: unknown): ColumnType {
  if (typeof value === 'string') return Types.Text
  if (value instanceof Uint8Array) return Types.Bytes
  return Types.UnknownNumber
}

function resultOf({ names, types, rows }: ColumnsAndRows) {
  const columnTypes = types.map(
    (type, column) =>
      DECLARED[type ?? ''] ?? typeOf(rows.find((row) => row[column] !== null)?.[column]),
  )
  return { columnNames: names, columnTypes, rows }
}

/** Converts an argument to what the tables hold. */
function valueOf(arg: unknown, { scalarType }: ArgType): unknown {
  if (typeof arg === 'boolean') return arg ? 1 : 0
  if (typeof arg !== 'string') return arg
  if (scalarType === 'bigint' || scalarType === 'int') return Number(arg)
  return scalarType === 'bytes' ? Buffer.from(arg, 'base64') : arg
}

const PROVIDER = { provider: 'sqlite', adapterName: 'palimpsest' } as const

function ask({ sql, args, argTypes }: SqlQuery): Promise<ColumnsAndRows> {
  const values = args.map((arg, index) => valueOf(arg, argTypes[index] as ArgType))
  return currentConnection<ColumnsAndRows>().ask({ sql, args: values })
}

const queries = {
  ...PROVIDER,
  queryRaw: async (query: SqlQuery) => resultOf(await ask(query)),
  executeRaw: async (query: SqlQuery) => (await ask(query)).changes,
}

const adapter: SqlDriverAdapter = {
  ...queries,
  executeScript: () => Promise.reject(new Error('scripts are run by lib/db/migrate')),
  getConnectionInfo: () => ({ supportsRelationJoins: false, maxBindValues: 32_766 }),
  dispose: () => Promise.resolve(),
  startTransaction: async (): Promise<Transaction> => ({
    ...queries,
    options: { usePhantomQuery: true },
    ...(await savepoint()),
  }),
}

export const client = clientOf(generated, {
  ...PROVIDER,
  connect: () => Promise.resolve(adapter),
})

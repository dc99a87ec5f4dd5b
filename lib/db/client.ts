import { AsyncLocalStorage } from 'node:async_hooks'
import { perProcess } from '@/lib/per-process'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { Prisma, PrismaClient } from './generated/sqlite/client'

/**
 * Prisma's client over this folder's own connections: it reads where `Database.read` does, and
 * writes in the transactions of `Database.write`. It is loaded with the first call, since an
 * installation that only serves agents needs none. There is one a process for each engine, which
 * asks the database that a call was made on.
 */

export type Model = Uncapitalize<Prisma.ModelName>

/**
 * `findUnique` is left out: calls of one turn are put together, those of different transactions
 * too.
 */
type Reads = 'findFirst' | 'findFirstOrThrow' | 'findMany' | 'count' | 'aggregate' | 'groupBy'

type Writes = 'create' | 'createMany' | 'update' | 'updateMany' | 'updateManyAndReturn' | 'upsert'
type Deletes = 'delete' | 'deleteMany'

/** A client that only reads; integers come as numbers, as everywhere. */
export type ReadingClient = { readonly [M in Model]: Pick<PrismaClient[M], Reads> }

/** A client that reads and writes in a transaction. */
export type WritingClient = {
  readonly [M in Model]: Pick<PrismaClient[M], Reads | Writes | Deletes>
}

/** An engine's statement and its answer, as its driver adapter has them. */
export interface EngineStatement {
  sql: string
  args: readonly unknown[]
}

/** The connection, or the transaction, that a call was made on. */
export interface EngineConnection<Answer = unknown> {
  ask(statement: EngineStatement): Promise<Answer>
  isTransaction: boolean
}

/** A call of the client that is under way. */
interface Call {
  connection: EngineConnection
  /** the driver's error, before the client made one of its own of it */
  fault: unknown
}

/** A database engine, with the function that opens its client. */
export interface Engine {
  kind: 'sqlite' | 'postgresql'
  open(): Promise<PrismaClient>
}

interface Clients {
  calls: AsyncLocalStorage<Call>
  open: Map<Engine['kind'], Promise<PrismaClient>>
}

const clients = perProcess<Clients>('clients of the store', () => ({
  calls: new AsyncLocalStorage<Call>(),
  open: new Map(),
}))

export function readingClient(engine: Engine, ask: EngineConnection['ask']): ReadingClient {
  return delegates(engine, { ask, isTransaction: false }) as ReadingClient
}

export function writingClient(engine: Engine, ask: EngineConnection['ask']): WritingClient {
  return delegates(engine, { ask, isTransaction: true }) as WritingClient
}

/** The connection of the call that a driver adapter works for. */
export function currentConnection<Answer>(): EngineConnection<Answer> {
  const call = clients.calls.getStore()
  if (!call) throw new Error('the client is used by readingClient and writingClient only')
  return {
    isTransaction: call.connection.isTransaction,
    async ask(statement) {
      try {
        return (await call.connection.ask(statement)) as Answer
      } catch (error) {
        call.fault = error
        throw error
      }
    },
  }
}

/** A transaction of the client's own, for what takes several statements: part of `Database.write`'s. */
export async function savepoint() {
  const connection = currentConnection()
  if (!connection.isTransaction) throw new Error('what writes goes through Database.write')
  const say = async (sql: string) => void (await connection.ask({ sql, args: [] }))
  await say('SAVEPOINT client')
  return {
    commit: () => say('RELEASE SAVEPOINT client'),
    async rollback() {
      await say('ROLLBACK TO SAVEPOINT client')
      await say('RELEASE SAVEPOINT client')
    },
  }
}

/** The client's class of an engine, as generated, over an adapter. */
export function clientOf(
  generated: { getPrismaClientClass(): unknown },
  adapter: SqlDriverAdapterFactory,
): PrismaClient {
  const Client = generated.getPrismaClientClass() as new (options: object) => PrismaClient
  return new Client({ adapter })
}

type Methods = Record<string, (args: unknown) => Promise<unknown>>

function delegates(engine: Engine, connection: EngineConnection): unknown {
  const methods = (model: string) =>
    named((method) => (args: unknown) => call(engine, connection, [model, method, args]))
  return named(methods)
}

/** An object whose properties are made from their names. */
function named(make: (name: string) => unknown): object {
  return new Proxy({}, { get: (_, name) => (typeof name === 'string' ? make(name) : undefined) })
}

/** A fault of the database is thrown as its driver threw it, as it is by SQL. */
async function call(
  engine: Engine,
  connection: EngineConnection,
  [model, method, args]: [string, string, unknown],
): Promise<unknown> {
  const { calls, open } = clients
  if (!open.has(engine.kind)) open.set(engine.kind, engine.open())
  const client = (await open.get(engine.kind)) as unknown as Record<string, Methods>
  const under: Call = { connection, fault: undefined }
  try {
    // Awaited within: the client begins when its promise is asked.
    return withNumbers(await calls.run(under, async () => await client[model]?.[method]?.(args)))
  } catch (error) {
    throw under.fault ?? error
  }
}

/** The same value; its integers, all below 2^53, as numbers. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
  if (value instanceof Date) return value
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    const held = holder[key]
    if (typeof held === 'bigint' || (typeof held === 'object' && held !== null)) {
      holder[key] = withNumbers(held)
    }
  }
  return value
}

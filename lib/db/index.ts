/**
 * The one way to the database. A process has two clients of it: `db` reads, and the one that writes
 * is handed out inside of a transaction only. On PostgreSQL both stand on one pool.
 */
import type { ITXClientDenyList } from '@prisma/client/runtime/client'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { perProcess } from '@/lib/per-process'
import { sqliteFile } from '@/lib/settings'
import { databaseFaultOf, noteWrite, OutcomeUnknownError } from './faults'
import { Prisma, PrismaClient as SqliteClient } from './generated/sqlite/client'
import { makePrivate } from './private-files'
import { letOthersIn, OpenedFiles, SqliteAdapter } from './sqlite-adapter'

/** A text is in an answer only where it is asked for (`select` or `omit: { content: false }`). */
const omit = { memory: { content: true }, version: { content: true } } as const

const sqliteClient = (adapter: SqliteAdapter) => new SqliteClient({ adapter, ...options })

const options = {
  omit,
  transactionOptions: { maxWait: 60_000 },
  // Else each query looks for the place that it is asked from, in case that it fails.
  errorFormat: 'minimal',
} as const

/** The application is typed against SQLite's client, the narrower of the two. */
type Client = ReturnType<typeof sqliteClient>

/** What a transaction is given. */
export type Tx = Omit<Client, ITXClientDenyList>

type Read = 'findUnique' | 'findFirst' | 'findMany' | 'count' | 'aggregate' | 'groupBy'
type Readable = {
  [Name in keyof Client as Name extends `$${string}` | symbol ? never : Name]: Pick<
    Client[Name],
    Extract<keyof Client[Name], Read>
  >
}

/** The client that reads. */
export type Reader = Readable & Pick<Client, '$queryRaw'>

export interface Database {
  kind: 'sqlite' | 'postgresql'
  url: string
  /** SQLite's; null: PostgreSQL */
  file: string | null
  reader: Reader
  /** Throws where SQLite's file is no longer the one that was opened; reads alone would not notice. */
  checkFile(): void
  close(): Promise<void>
}

interface Opened extends Database {
  writer: Client
  limitWaits?: (tx: Tx, milliseconds: number) => Promise<unknown>
}

const kept = perProcess('database', () => ({ opened: null as Opened | null }))

/**
 * Opens a migrated database. `url`: `file:` and a path, or a PostgreSQL address. Throws what the
 * driver throws; `databaseFaultOf` says what it means.
 */
export async function openDatabase(url: string): Promise<Database> {
  const file = sqliteFile(url)
  return file === null ? openPostgresql(url) : openSqlite(url, file)
}

async function openSqlite(url: string, file: string): Promise<Opened> {
  makePrivate(file)
  const writer = sqliteClient(new SqliteAdapter({ file }))
  // First, since it makes the journal that a reader cannot make.
  await writer.$connect()
  const reader = sqliteClient(new SqliteAdapter({ file, readonly: true }))
  await reader.$connect()
  // Last goes the one that can write: closing it leaves the file alone, without a journal.
  const close = async () => {
    await reader.$disconnect()
    await writer.$disconnect()
  }
  const opened = new OpenedFiles(file)
  const checkFile = () => opened.check()
  return { kind: 'sqlite', url, file, reader, writer, checkFile, close }
}

async function openPostgresql(url: string): Promise<Opened> {
  // Whoever has SQLite starts without the other driver, which takes a third of a start.
  const { PrismaClient } = await import('./generated/postgresql/client')
  const { limitWaits, postgresqlAdapter } = await import('./postgresql')
  const adapter = postgresqlAdapter(url)
  const client = new PrismaClient({ adapter, ...options }) as unknown as Client
  await client.$connect()
  const close = () => client.$disconnect()
  const clients = { reader: client, writer: client }
  return { kind: 'postgresql', url, file: null, ...clients, limitWaits, checkFile() {}, close }
}

/** Makes this the process's database. */
export function useDatabase(database: Database): void {
  kept.opened = database as Opened
}

/** The process's database. */
export const database = (): Database => current()

/** The SQLite file that this process has open; null: none. */
export const openedFile = (): string | null => kept.opened?.file ?? null

function current(): Opened {
  if (!kept.opened) throw new Error('the database is not open')
  return kept.opened
}

/** Closes the process's database; a SQLite file then holds everything by itself. */
export async function closeDatabase(): Promise<void> {
  const { opened } = kept
  kept.opened = null
  await opened?.close()
}

/** Reads, outside of any change. */
export const db = new Proxy({} as Reader, {
  get: (_, name) => Reflect.get(current().reader, name) as unknown,
})

/** How often a transaction is tried in all that PostgreSQL gave up for another one (P2034); nothing of it is kept. */
const TRIES = 4

/**
 * Runs a job in one transaction: all that it writes is there when this resolves, or nothing is. For
 * tables that belong to no store; what belongs to one is written by `change()`. `isLong`: a plan of
 * thousands, which may take a minute.
 */
export async function write<T>(
  job: (tx: Tx) => Promise<T>,
  { isLong = false }: { isLong?: boolean } = {},
): Promise<T> {
  const { writer, kind, limitWaits } = current()
  const timeout = isLong ? 60_000 : 10_000
  for (let tries = 1; ; tries++) {
    let isCommitting = false
    try {
      const result = await writer.$transaction(
        async (tx) => {
          await limitWaits?.(tx, timeout)
          const done = await awaited.run(true, () => job(tx))
          isCommitting = true
          return done
        },
        { timeout },
      )
      noteWrite(null)
      return result
    } catch (error) {
      if (has(error, 'P2034') && tries < TRIES) continue
      const fault = databaseFaultOf(error)?.fault ?? null
      if (fault) noteWrite(fault)
      if (kind === 'postgresql' && isCommitting && fault === 'unreachable') {
        throw new OutcomeUnknownError({ cause: error })
      }
      throw error
    }
  }
}

const has = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code

/** Returns whether an error says that a row with these keys is there already. */
export const isTaken = (error: unknown): boolean => has(error, 'P2002')

/** Returns whether an error says that the row to change is not there. */
export const isMissing = (error: unknown): boolean => has(error, 'P2025')

/** By whom what goes on was asked for: the id of an actor; nothing for a page and the server's own work. */
export const askers = perProcess('askers', () => new AsyncLocalStorage<string>())

/** Within a transaction, for which all writers wait. */
const awaited = new AsyncLocalStorage<true>()

/** How often others have their turn between two steps of long work; where nobody has work it takes no time. */
const TURNS_OF_OTHERS = 4

async function othersTurns(): Promise<void> {
  for (let turns = 0; turns < TURNS_OF_OTHERS; turns++) await nextTurn()
}

function inLine(name: string, next: () => Promise<void>): Promise<void> {
  const line = perProcess(`line ${name}`, () => ({ last: Promise.resolve() }))
  return (line.last = line.last.then(next))
}

/**
 * Lets everybody else in, in long work, once the event loop was held for some milliseconds. Of much such
 * work one goes on at a time, and of all that one asks for one stands in the line: who wants little waits
 * for a step of each asker, not of each call. A transaction stands in no line. Rejects with the signal's
 * reason, for a caller that leaves.
 */
export async function turn(signal?: AbortSignal): Promise<void> {
  await letOthersIn(() => {
    if (awaited.getStore()) return nextTurn()
    const next = () => inLine('of all', othersTurns)
    const asker = askers.getStore()
    return asker === undefined ? next() : inLine(asker, next)
  })
  signal?.throwIfAborted()
}

/**
 * The values, the last one repeated up to a power of two: each length of an `in:` list is a statement of
 * its own, whose plan the client keeps.
 */
export function padded<T>(values: readonly T[]): T[] {
  const last = values.at(-1)
  if (last === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}

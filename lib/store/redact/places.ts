import { Prisma } from '@/lib/db/generated/sqlite/client'
import { TEXT_COLUMNS } from '@/lib/db/generated/text-columns'
import { groupedBy } from '@/lib/text/lists'

/**
 * Where somebody's text may stand: every column that prisma/schema.prisma marks. A table that is new
 * there does not compile here until it says whose its rows are.
 */

type Column = (typeof TEXT_COLUMNS)[number]
type Table = Column['table']

/** The columns of a table that may hold a text. */
export interface Place {
  table: Table
  key: readonly string[]
  columns: readonly { name: string; holds: 'text' | 'json'; isOptional: boolean }[]
}

/** What a redaction looks through: these stores, and whoever wrote in them; null: everything. */
export type Scope = {
  storeIds: readonly string[]
  actorIds: readonly string[]
  sessionIds: readonly string[]
} | null

/** Contents and paths of memories and their versions are taken out by what they mean. */
const MEMORIES: readonly string[] = [
  'Memory.path',
  'Memory.folder',
  'Memory.content',
  'Version.path',
  'Version.content',
]

/** The columns that are rewritten row by row. */
export const PLACES: readonly Place[] = [
  ...groupedBy(
    TEXT_COLUMNS.filter(({ table, column }) => !MEMORIES.includes(`${table}.${column}`)),
    ({ table }) => table,
  ),
].map(([table, columns]) => ({
  table,
  key: columns[0]?.key ?? [],
  columns: columns.map(({ column: name, holds, isOptional }) => ({ name, holds, isOptional })),
}))

/** All tables that may hold a text. */
export const TABLES: readonly string[] = [...new Set(TEXT_COLUMNS.map(({ table }) => table))]

type Belongs = (scope: NonNullable<Scope>) => Prisma.Sql

const among = (ids: readonly string[]) => Prisma.join(ids.length > 0 ? [...ids] : [''])
const named = (column: string) => Prisma.raw(`"${column}"`)

const ofStore =
  (column: string): Belongs =>
  ({ storeIds }) =>
    Prisma.sql`${named(column)} IN (${among(storeIds)})`

const by =
  (column: string, who: 'actorIds' | 'sessionIds'): Belongs =>
  (scope) =>
    Prisma.sql`${named(column)} IN (${among(scope[who])})`

/** Rows whose parent's row is of one of the stores, or names one of them. */
const through =
  (column: string, parent: string, parentKey = 'id'): Belongs =>
  ({ storeIds }) =>
    Prisma.sql`${named(column)} IN (SELECT ${named(parentKey)} FROM ${named(parent)}
      WHERE "storeId" IN (${among(storeIds)}))`

/** A search is of its session's stores, all of which it may quote. */
const ofJob: Belongs = ({ storeIds }) =>
  Prisma.sql`("storeId" IN (${among(storeIds)}) OR "sessionId" IN (SELECT "sessionId"
    FROM "SessionStore" WHERE "storeId" IN (${among(storeIds)})))`

const BELONGS: Record<Table, Belongs> = {
  Store: ofStore('id'),
  Memory: ofStore('storeId'),
  Version: ofStore('storeId'),
  Event: ofStore('storeId'),
  MemoryRead: ofStore('storeId'),
  Batch: ofStore('storeId'),
  Job: ofJob,
  MemoryTest: ofStore('storeId'),
  Seed: ofStore('storeId'),
  Connection: ofStore('storeId'),
  HeldWrite: ofStore('storeId'),
  DismissedFlag: ofStore('storeId'),
  AgentRequest: ofStore('storeId'),
  SeedEntry: through('seedId', 'Seed'),
  ConnectionEntry: through('connectionId', 'Connection'),
  Sample: (scope) => Prisma.sql`"jobId" IN (SELECT "id" FROM "Job" WHERE ${ofJob(scope)})`,
  Session: through('id', 'SessionStore', 'sessionId'),
  SessionStore: through('sessionId', 'SessionStore', 'sessionId'),
  SessionEvent: through('sessionId', 'SessionStore', 'sessionId'),
  Actor: by('id', 'actorIds'),
  ApiKey: by('id', 'actorIds'),
  ObservedSession: by('id', 'sessionIds'),
  HeardWrite: by('sessionId', 'sessionIds'),
}

/** The rows of a table that a redaction looks through, as a condition. */
export function rowsIn(table: Table, scope: Scope): Prisma.Sql {
  const belongs = scope ? BELONGS[table](scope) : Prisma.sql`1 = 1`
  // One that runs keeps its text until its end, so that it can be taken up again.
  if (table !== 'Job') return belongs
  return Prisma.sql`${belongs} AND NOT ("kind" = 'redact' AND "state" = 'running')`
}

/**
 * Rows that go where they have the text: what is remembered of files by their paths, which with another
 * path would say that a file is gone, and who read what, whose key the text is a part of.
 */
export const DROPPED: readonly Table[] = [
  'SeedEntry',
  'ConnectionEntry',
  'HeardWrite',
  'MemoryRead',
]

/** Columns that are unique together with a text that people or programs chose. */
export const UNIQUE: Partial<Record<Table, readonly string[]>> = {
  Seed: ['storeId', 'source'],
  MemoryTest: ['storeId', 'name'],
  ObservedSession: ['outerId'],
}

/** The most characters of what a column holds, where others rely on it. */
export const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  'Store.name': 255,
  'Store.description': 1_024,
  'Store.metadata': 512,
}

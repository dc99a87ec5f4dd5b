import type { Database } from '@/lib/db/database'
import type { OutboxState, Prisma } from '@/lib/db/models'
import type {
  ConnectionProblem,
  ConnectionState,
  Direction,
  OutboxProblem,
  Preset,
  Unwatched,
} from './model/connection'
import { storedUnwatched } from './stored-unwatched'

/** A watched folder as a page shows it. Times are milliseconds since 1970. */
export interface Connection {
  id: string
  storeId: string
  storeName: string
  /** when the store was last changed; null: never */
  changedAt: number | null
  preset: Preset
  /** absolute */
  location: string
  direction: Direction
  state: ConnectionState
  problem: ConnectionProblem | null
  /** null: its store is still being filled */
  seededAt: number | null
  /** when all of its files were last looked at; null: not yet */
  sweptAt: number | null
  fileCount: number
  byteSize: number
  /** it has too many files to be watched, and is only swept */
  isSweptOnly: boolean
  /** versions that were taken in, by how sure it is who wrote them */
  written: { exact: number; likely: number; unknown: number }
  /** whether the store's policy is asked before an agent writes there */
  hasGate: boolean
  unwatched: Unwatched
  /** changes that are still to be carried out in the folder */
  waiting: number
  /** since when the first of them waits; null: none does */
  waitingSince: number | null
  /** changes that the folder overtook: they stand in the history only */
  conflicts: readonly ConnectionConflict[]
  /** changes that could not be carried out */
  failures: readonly ConnectionFailure[]
}

export interface ConnectionConflict {
  path: string
  memoryId: string
  versionId: string
  /** milliseconds since 1970 */
  changedAt: number
  /** whether both sides have a text: the memory is there, and the change did not delete it */
  canBeMerged: boolean
}

export interface ConnectionFailure {
  path: string
  problem: OutboxProblem
}

/** Changes of one kind that are listed; more have the same reasons. */
const MAX_LISTED = 100

/** All connections of stores that were not deleted, oldest first. */
export async function listConnections(db: Database): Promise<Connection[]> {
  const rows = await db.prisma.connection.findMany({
    where: { store: { deletedAt: null } },
    orderBy: { key: 'asc' },
    include: { store: { select: { id: true, name: true, lastChangedAt: true } } },
  })
  const queues = await db.prisma.outboxEntry.groupBy({
    by: ['connectionKey', 'state'],
    _count: true,
    _min: { createdAt: true },
  })
  return Promise.all(
    rows.map((row) => {
      const queued = queues.filter(({ connectionKey }) => connectionKey === row.key)
      return connectionOf(db, row, queued)
    }),
  )
}

type Row = Prisma.ConnectionGetPayload<{
  include: { store: { select: { id: true; name: true; lastChangedAt: true } } }
}>

/** The number of a connection's changes in one state, and when the first of them was queued. */
interface Queued {
  state: OutboxState
  _count: number
  _min: { createdAt: number | null }
}

async function connectionOf(
  db: Database,
  row: Row,
  queued: readonly Queued[],
): Promise<Connection> {
  const { store, id, preset, location, direction, state, problem } = row
  return {
    id,
    storeId: store.id,
    storeName: store.name,
    changedAt: store.lastChangedAt || null,
    preset,
    location,
    direction,
    state,
    problem,
    seededAt: row.seededAt,
    sweptAt: row.sweptAt,
    fileCount: row.fileCount,
    byteSize: row.byteSize,
    isSweptOnly: row.isSweptOnly === 1,
    written: { exact: row.exactCount, likely: row.likelyCount, unknown: row.unknownCount },
    hasGate: row.gate === 1,
    unwatched: storedUnwatched(row.unwatched),
    ...waitingOf(queued),
    conflicts: queued.some(({ state }) => state === 'conflict') ? await conflictsOf(db, row) : [],
    failures: queued.some(({ state }) => state === 'failed') ? await failuresOf(db, row) : [],
  }
}

function waitingOf(queued: readonly Queued[]): Pick<Connection, 'waiting' | 'waitingSince'> {
  const waiting = queued.filter(({ state }) => state === 'waiting' || state === 'writing')
  const times = waiting.flatMap(({ _min }) => _min.createdAt ?? [])
  return {
    waiting: waiting.reduce((sum, { _count }) => sum + _count, 0),
    waitingSince: times.length > 0 ? Math.min(...times) : null,
  }
}

async function conflictsOf(db: Database, { key }: { key: number }): Promise<ConnectionConflict[]> {
  const rows = await db.prisma.outboxEntry.findMany({
    where: { connectionKey: key, state: 'conflict' },
    orderBy: { key: 'asc' },
    take: MAX_LISTED,
    include: {
      node: { select: { path: true } },
      version: {
        select: {
          id: true,
          sha256: true,
          createdAt: true,
          memory: { select: { id: true, path: true } },
        },
      },
    },
  })
  return rows.map(({ node, version }) => ({
    path: node.path,
    memoryId: version.memory.id,
    versionId: version.id,
    changedAt: version.createdAt,
    canBeMerged: version.memory.path !== null && version.sha256 !== null,
  }))
}

async function failuresOf(db: Database, { key }: { key: number }): Promise<ConnectionFailure[]> {
  const rows = await db.prisma.outboxEntry.findMany({
    where: { connectionKey: key, state: 'failed', problem: { not: null } },
    orderBy: { key: 'asc' },
    take: MAX_LISTED,
    include: { node: { select: { path: true } } },
  })
  return rows.flatMap(({ node, problem }) => (problem ? [{ path: node.path, problem }] : []))
}

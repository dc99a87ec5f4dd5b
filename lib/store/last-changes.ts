import { db } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { DAY_MS } from '@/lib/text/short-age'
import type { Writer } from './model/actor'
import { writersOf } from './actors'
import { asStore, type Store } from './model/model'
import type { EventType } from './write/change'

/** The step of a store that its list names: a memory's path, or what else happened. */
export interface LastChange {
  at: Date
  by: Writer
  path: string | null
  kind: 'memory' | 'redaction' | (typeof KINDS)[keyof typeof KINDS]
}

/** A store as a list shows it. */
export interface StoreInList extends Store {
  /** its last change; null: nothing has happened in it yet */
  last: LastChange | null
  /** who wrote in it within 30 days, among its last 500 changes; most first */
  writers: Writer[]
}

/** More stores than this are not listed; the palette and the search find them. */
const MOST_LISTED = 1_000

const STORES_A_STATEMENT = 128
const WRITERS_DAYS = 30
const WRITERS_CHANGES = 500
const MOST_WRITERS = 5

/** All stores with their last changes and writers, the one that changed last first. */
export async function storesByLastChange(): Promise<StoreInList[]> {
  const stores = await byLastChange()
  const writers = await writersIn(stores)
  return stores.map((store) => ({ ...store, writers: writers.get(store.id) ?? [] }))
}

/** A store by what it is called. */
export type NamedStore = Pick<Store, 'id' | 'name' | 'createdAt'>

/**
 * What all stores are called, the one that changed last first: who wrote in them takes longer. `also`: a
 * store that is among them, however many there are.
 */
export async function namesByLastChange(also = ''): Promise<NamedStore[]> {
  const names = (await byLastChange()).map(named)
  if (also === '' || names.some(({ id }) => id === also)) return names
  const store = await db.store.findUnique({ where: { id: also, deletedAt: null } })
  return store ? [...names, named(store)] : names
}

const named = ({ id, name, createdAt }: NamedStore): NamedStore => ({ id, name, createdAt })

async function byLastChange(): Promise<Omit<StoreInList, 'writers'>[]> {
  const rows = await db.store.findMany({
    where: { deletedAt: null },
    orderBy: { createdAt: 'desc' },
    take: MOST_LISTED,
  })
  const stores = rows.map(asStore)
  const lasts = await lastsOf(stores)
  const listed = stores.map((store) => ({ ...store, last: lasts.get(store.id) ?? null }))
  const timeOf = ({ last, createdAt }: Omit<StoreInList, 'writers'>) =>
    (last?.at ?? createdAt).getTime()
  return listed.sort((one, other) => timeOf(other) - timeOf(one))
}

async function lastsOf(stores: readonly Store[]): Promise<ReadonlyMap<string, LastChange>> {
  const those = (some: readonly Store[]) => ({
    where: { OR: some.map(({ id, lastSequence }) => ({ storeId: id, sequence: lastSequence })) },
  })
  const size = STORES_A_STATEMENT
  const versions = await rowsOf(stores, (some) => db.version.findMany(those(some)), { size })
  const events = await rowsOf(stores, (some) => db.event.findMany(those(some)), { size })
  const found = [
    ...versions.map((version) => ({ ...version, kind: kindOf(version) })),
    ...events.map((event) => {
      const path = event.type === 'memory_version.attributed' ? event.text : null
      return { ...event, path, sessionId: null, kind: kindOf({ ...event, path }) }
    }),
  ]
  const writerOf = await writersOf(found)
  return new Map(
    found.map((row) => {
      const { storeId, createdAt: at, path, kind } = row
      return [storeId, { at, by: writerOf(row), path, kind }]
    }),
  )
}

const KINDS = {
  moment: 'moment',
  rules: 'rules',
  'held_write.created': 'held',
  'held_write.settled': 'answered',
  'memory.reviewed': 'reviewed',
  'memory_store.archived': 'archived',
  'memory_store.updated': 'settings',
} as const satisfies Partial<Record<EventType, string>>

function kindOf(step: { path: string | null; type?: string }): LastChange['kind'] {
  const { path, type = '' } = step
  return path === null ? (KINDS[type as keyof typeof KINDS] ?? 'redaction') : 'memory'
}

/** Of the newest changes of each: of a store that was just imported all are of this month. */
async function writersIn(stores: readonly Store[]): Promise<ReadonlyMap<string, Writer[]>> {
  const createdAt = { gte: new Date(Date.now() - WRITERS_DAYS * DAY_MS) }
  const newest = ({ id, lastSequence }: Store) => ({
    storeId: id,
    sequence: { gt: lastSequence - WRITERS_CHANGES },
  })
  const read = (some: readonly Store[]) =>
    db.version.groupBy({
      by: ['storeId', 'actorType', 'actorId'],
      where: { OR: some.map(newest), createdAt },
      _count: { _all: true },
    })
  const rows = await rowsOf(stores, read, { size: STORES_A_STATEMENT / 4 })
  rows.sort((one, other) => other._count._all - one._count._all)
  const writerOf = await writersOf(rows)
  const writers = new Map<string, Writer[]>()
  for (const row of rows) {
    const some = writers.get(row.storeId) ?? []
    if (some.length < MOST_WRITERS) writers.set(row.storeId, [...some, writerOf(row)])
  }
  return writers
}

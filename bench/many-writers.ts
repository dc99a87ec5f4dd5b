import { chmodSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import { migratePostgresql } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import type { Cause } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DISCARDED, DURABLE, startPostgresql } from '@/tests/support/postgresql-server'
import { BareRows } from './bare-postgresql'
import { percentile, type Row } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'

interface Sizes {
  rounds: number
  /** for which is written in each round, by each side */
  seconds: number
  writers: number
  /** of the server */
  settings: readonly string[]
}

/** Writes on PostgreSQL: one writer, many on one store, many on a store each, and the bare rows. */
export const manyWritersPart = part<Sizes>(
  {
    full: { rounds: 5, seconds: 2, writers: 16, settings: DURABLE },
    smoke: { rounds: 1, seconds: 0.02, writers: 2, settings: DISCARDED },
  },
  async (sizes) => {
    const { folder, discard } = scratchFolder()
    // PostgreSQL may run as another user.
    chmodSync(folder, 0o711)
    const server = await startPostgresql(sizes.settings, folder)
    try {
      await migratePostgresql(server.url)
      return await rowsAt(server.url, sizes)
    } finally {
      await server.stop()
      discard()
    }
  },
)

/** What writes: resolves once its next write is durable. */
type Writer = (turn: number) => Promise<unknown>

interface Side {
  name: string
  /** the side that its ratio is against */
  baseline?: string
  writers: readonly Writer[]
  perSecond: number[]
}

async function rowsAt(url: string, sizes: Sizes): Promise<Row[]> {
  const db = openDatabase(url)
  const bare = await BareRows.open(url, sizes.writers)
  try {
    const sides = await sidesOf(db, bare, sizes.writers)
    for (const { writers } of sides) await write(writers, sizes.seconds / 10)
    for (let round = 0; round < sizes.rounds; round++) {
      for (const side of sides) side.perSecond.push(await write(side.writers, sizes.seconds))
    }
    return sides.map((side) => rowOf('writes of 1 kB on PostgreSQL', side, sides))
  } finally {
    await bare.close()
    await db.close()
  }
}

function rowOf(group: string, { name, baseline, perSecond }: Side, sides: readonly Side[]): Row {
  const median = percentile(perSecond, 0.5)
  const spread = `${Math.min(...perSecond).toFixed(0)}–${Math.max(...perSecond).toFixed(0)}`
  const against = sides.find((side) => side.name === baseline)
  return {
    group,
    name,
    perSecond: median,
    note: spread,
    ...(against
      ? { ratio: median / percentile(against.perSecond, 0.5), baseline: against.name }
      : {}),
  }
}

async function sidesOf(db: Database, bare: BareRows, writers: number): Promise<Side[]> {
  const each = <T>(of: (writer: number) => T) => Array.from({ length: writers }, (_, at) => of(at))
  const stores = await Promise.all(each((at) => createStore(db, { name: `store ${at}` })))
  const alone = ownTransactions(db)
  const store = stores[0]?.id ?? ''
  const one = 'one writer'
  const side = (name: string, own: readonly Writer[], baseline?: string): Side => ({
    name,
    writers: own,
    perSecond: [],
    ...(baseline ? { baseline } : {}),
  })
  const bareOne = `the bare rows of ${writers} writes to one store, a statement a table`
  const bareEach = `the bare rows of ${writers} writes, one to each store, a statement a table`
  return [
    side(one, [creating(db, store, 'one')]),
    side(
      `${writers} writers, one store`,
      each((at) => creating(db, store, `w${at}`)),
      one,
    ),
    side(
      `${writers} writers, one store, a transaction each`,
      each((at) => creating(alone, store, `a${at}`)),
      one,
    ),
    side('one writer that updates', [await updating(db, store, 'u')]),
    side(
      `${writers} writers that update, one store`,
      await Promise.all(each((at) => updating(db, store, `u${at}`))),
      'one writer that updates',
    ),
    side(bareOne, [() => bare.writeToOne(writers)]),
    side(bareEach, [() => bare.writeToEach()]),
    side(
      `${writers} writers, ${writers} stores`,
      each((at) => creating(db, stores[at]?.id ?? '', `s${at}`)),
      bareEach,
    ),
  ]
}

/** The same database, in which no write shares a transaction. */
function ownTransactions(db: Database): Database {
  const write: Database['write'] = (job) => db.write(job)
  return Object.assign(Object.create(db) as Database, { write })
}

const CONTENT = 'x'.repeat(1024)

const agent = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_bench${name}` } })

let written = 0

function creating(db: Database, storeId: string, name: string): Writer {
  const cause = agent(name)
  return () =>
    createMemory(db, { storeId, path: `/notes/${name}-${written++}.md`, content: CONTENT, cause })
}

async function updating(db: Database, storeId: string, name: string): Promise<Writer> {
  const cause = agent(name)
  const path = `/notes/updated-${name}.md`
  const { id } = await createMemory(db, { storeId, path, content: CONTENT, cause })
  return () => updateMemory(db, { storeId, memoryId: id, content: `${CONTENT}${written++}`, cause })
}

/** Writes a second. */
async function write(writers: readonly Writer[], seconds: number): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let count = 0
  await Promise.all(
    writers.map(async (next) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const done = await next(turn)
        count += typeof done === 'number' ? done : 1
      }
    }),
  )
  return count / ((performance.now() - begun) / 1000)
}

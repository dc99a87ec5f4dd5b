import { chmodSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import { migratePostgresql } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DISCARDED, DURABLE, startPostgresql } from '@/tests/support/postgresql-server'
import { BareRows } from './bare-postgresql'
import { agent, numbers } from './fill'
import type { Ground } from './ground'
import { called, inTurns, rateRow, withRatios } from './measure'
import { part } from './part'

/** Writes on PostgreSQL: one writer, many on one store, many on a store each, and the bare rows. */
export const manyWritersPart = part(
  {
    rounds: [5, 1],
    /** for which is written in each round, by each side */
    seconds: [2, 0.02],
    writers: [16, 2],
    /** of the server */
    settings: [DURABLE, DISCARDED],
  },
  async ({ rounds, seconds, writers, settings }, ground) => {
    const sides = await sidesOf(await startedServer(ground, settings), ground, writers)
    for (const side of sides) await called(side.writers, seconds / 10)
    const measured = await inTurns(sides, rounds, (side) => called(side.writers, seconds))
    const rows = measured.map(({ name, perCall = 1, figures }) =>
      rateRow(
        'writes of 1 kB on PostgreSQL',
        name,
        figures.map(({ perSecond }) => perSecond * perCall),
      ),
    )
    return rows.map((row, at) => {
      const baseline = sides[at]?.baseline
      return (baseline && withRatios(rows, baseline)[at]) || row
    })
  },
)

async function startedServer(ground: Ground, settings: readonly string[]): Promise<string> {
  const folder = ground.folder()
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  const server = ground.keep(await startPostgresql(settings, folder), (each) => each.stop())
  await migratePostgresql(server.url)
  return server.url
}

/** Resolves once its next write is durable. */
type Writer = () => Promise<unknown>

interface Side {
  name: string
  writers: readonly Writer[]
  /** writes of each call */
  perCall?: number
  /** the side that its ratio is against */
  baseline?: string
}

async function sidesOf(url: string, ground: Ground, count: number): Promise<Side[]> {
  const db = ground.keep(openDatabase(url), (each) => each.close())
  const bare = ground.keep(await BareRows.open(url, count), (each) => each.close())
  const each = <T>(of: (writer: number) => T) => numbers(count).map(of)
  const stores = await Promise.all(each((at) => createStore(db, { name: `store ${at}` })))
  const alone = ownTransactions(db)
  const store = stores[0]?.id ?? ''
  const one = 'one writer'
  const oneUpdating = 'one writer that updates'
  const bareEach = `the bare rows of ${count} writes, one to each store, a statement a table`
  return [
    { name: one, writers: [creating(db, store, 'one')] },
    {
      name: `${count} writers, one store`,
      writers: each((at) => creating(db, store, `w${at}`)),
      baseline: one,
    },
    {
      name: `${count} writers, one store, a transaction each`,
      writers: each((at) => creating(alone, store, `a${at}`)),
      baseline: one,
    },
    { name: oneUpdating, writers: [await updating(db, store, 'u')] },
    {
      name: `${count} writers that update, one store`,
      writers: await Promise.all(each((at) => updating(db, store, `u${at}`))),
      baseline: oneUpdating,
    },
    {
      name: `the bare rows of ${count} writes to one store, a statement a table`,
      writers: [() => bare.writeToOne(count)],
      perCall: count,
    },
    { name: bareEach, writers: [() => bare.writeToEach()], perCall: count },
    {
      name: `${count} writers, ${count} stores`,
      writers: each((at) => creating(db, stores[at]?.id ?? '', `s${at}`)),
      baseline: bareEach,
    },
  ]
}

/** The same database, in which no write shares a transaction. */
function ownTransactions(db: Database): Database {
  const write: Database['write'] = (job) => db.write(job)
  return Object.assign(Object.create(db) as Database, { write })
}

const CONTENT = 'x'.repeat(1024)

let written = 0

function creating(db: Database, storeId: string, name: string): Writer {
  const cause = agent(`bench${name}`)
  return () =>
    createMemory(db, { storeId, path: `/notes/${name}-${written++}.md`, content: CONTENT, cause })
}

async function updating(db: Database, storeId: string, name: string): Promise<Writer> {
  const cause = agent(`bench${name}`)
  const path = `/notes/updated-${name}.md`
  const { id } = await createMemory(db, { storeId, path, content: CONTENT, cause })
  return () => updateMemory(db, { storeId, memoryId: id, content: `${CONTENT}${written++}`, cause })
}

import { chmodSync } from 'node:fs'
import type { Database } from '@/lib/db/database'
import { migratePostgresql } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { compressAll } from '@/lib/store/background/version-compressor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DISCARDED, DURABLE, startPostgresql } from '@/tests/support/postgresql-server'
import { openBareRows } from './bare-postgresql'
import { agent, numbers } from './fill'
import type { Ground } from './ground'
import { type Act, calling, inTurns, type Side } from './measure'
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
    const url = await startedServer(ground, settings)
    const sides = await sidesOf(url, ground, { writers, seconds })
    return inTurns('writes of 1 kB on PostgreSQL', sides, { rounds, warmUp: 1 })
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

async function sidesOf(
  url: string,
  ground: Ground,
  { writers: count, seconds }: { writers: number; seconds: number },
): Promise<Side[]> {
  const db = ground.keep(openDatabase(url), (each) => each.close())
  const bare = ground.keep(await openBareRows(url, count), (each) => each.close())
  const each = <T>(of: (writer: number) => T) => numbers(count).map(of)
  const stores = await Promise.all(each((at) => createStore(db, { name: `store ${at}` })))
  const alone = ownTransactions(db)
  const store = stores[0]?.id ?? ''
  const writing = (name: string, writers: readonly Writer[], baseline?: string): Side => ({
    ...{ name, act: calling(writers, seconds) },
    ...(baseline ? { baseline } : {}),
  })
  const one = 'one writer'
  const oneUpdating = 'one writer that updates'
  const updaters = await Promise.all(each((at) => updating(db, store, `u${at}`)))
  const bareEach = `the bare rows of ${count} writes, one to each store, a statement a table`
  return [
    writing(one, [creating(db, store, 'one')]),
    writing(
      `${count} writers, one store`,
      each((at) => creating(db, store, `w${at}`)),
      one,
    ),
    {
      name: `${count} writers, one store, compressed all the time`,
      act: compressing(
        db,
        calling(
          each((at) => creating(db, store, `c${at}`)),
          seconds,
        ),
      ),
      baseline: `${count} writers, one store`,
    },
    writing(
      `${count} writers, one store, a transaction each`,
      each((at) => creating(alone, store, `a${at}`)),
      one,
    ),
    writing(oneUpdating, [await updating(db, store, 'u')]),
    writing(`${count} writers that update, one store`, updaters, oneUpdating),
    {
      name: `the bare rows of ${count} writes to one store, a statement a table`,
      act: calling([() => bare.writeToOne(count)], seconds, count),
    },
    { name: bareEach, act: calling([() => bare.writeToEach()], seconds, count) },
    writing(
      `${count} writers, ${count} stores`,
      each((at) => creating(db, stores[at]?.id ?? '', `s${at}`)),
      bareEach,
    ),
  ]
}

/** Wraps the database so that no write shares a transaction. */
function ownTransactions(db: Database): Database {
  const write: Database['write'] = (job) => db.write(job)
  return Object.assign(Object.create(db) as Database, { write })
}

/** Compresses all stores, again and again, while the act lasts. */
function compressing(db: Database, act: Act): Act {
  return async (turn) => {
    let isOver = false
    const compress = async () => {
      while (!isOver) {
        await compressAll(db)
        await new Promise(setImmediate)
      }
    }
    const compressed = compress()
    try {
      return await act(turn)
    } finally {
      isOver = true
      await compressed
    }
  }
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

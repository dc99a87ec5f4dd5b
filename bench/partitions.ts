import { chmodSync } from 'node:fs'
import pg from 'pg'
import type { Database } from '@/lib/db/database'
import { migratePostgresql } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { compressAll } from '@/lib/store/background/version-compressor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory, listMemories } from '@/lib/store/memories/read-memories'
import { searchStore } from '@/lib/store/search/search-store'
import { listVersions } from '@/lib/store/versions/read-versions'
import { DISCARDED, DURABLE, startPostgresql } from '@/tests/support/postgresql-server'
import { agent, pathOf, SCRIPT } from './fill'
import type { Ground } from './ground'
import { askedInTurns, called, clocked, type Subject } from './measure'
import { part } from './part'
import { copyStore, partitionByStore } from './partitioned-tables'
import { toldRows } from './row'
import { NEEDLE, storeWith } from './store-size'

/** The databases: as the application makes it, and its copy that is moved. */
const WHOLE = 'whole'
const PARTS = 'parts'

/**
 * A database of PostgreSQL moved into partitions by `store_key` (partitioned-tables.ts): how long
 * that takes, and the same questions and writes beside the database as it was, in turns.
 */
export const partitionsPart = part(
  {
    /** of all stores together */
    memories: [1_000_000, 400],
    stores: [16, 2],
    partitions: [16, 4],
    rounds: [5, 1],
    runs: [40, 2],
    /** for which is written in each round */
    seconds: [2, 0.02],
    settings: [DURABLE, DISCARDED],
  },
  async (sizes, ground) => {
    const url = await startedServer(ground, sizes.settings)
    const storeIds = await filled(databaseOf(url, WHOLE), sizes)
    process.stderr.write(`filled ${sizes.memories} memories\n`)
    const bytes = await sizeOf(url, WHOLE)
    await query(url, `CREATE DATABASE ${PARTS} TEMPLATE ${WHOLE}`)
    const begun = performance.now()
    const rows = await partitionByStore(databaseOf(url, PARTS), sizes.partitions)
    const seconds = (performance.now() - begun) / 1000
    const moved = `${seconds.toFixed(0)} s for ${rows.toLocaleString('en')} rows, each compared`
    const note = `${moved}; ${megabytes(bytes)} before, ${megabytes(await sizeOf(url, PARTS))} after`
    const subjects = [WHOLE, PARTS].map((name): Subject => {
      const db = ground.keep(openDatabase(databaseOf(url, name)), (each) => each.close())
      const among = name === WHOLE ? 'one table each' : `${sizes.partitions} partitions`
      return { name: among, questions: questions(db, storeIds, sizes) }
    })
    return [
      ...toldRows('PostgreSQL moved into partitions', {
        [`${sizes.memories.toLocaleString('en')} memories in ${sizes.stores} stores`]: note,
      }),
      ...(await askedInTurns(subjects, { ...sizes, warmUp: 1 })),
    ]
  },
)

async function startedServer(ground: Ground, settings: readonly string[]): Promise<string> {
  const folder = ground.folder()
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  const server = ground.keep(await startPostgresql(settings, folder), (each) => each.stop())
  await query(server.url, `CREATE DATABASE ${WHOLE}`)
  await migratePostgresql(databaseOf(server.url, WHOLE))
  return server.url
}

/**
 * Fills a store as the application does, copies its rows for the others, and closes the database, so
 * that it can be copied; returns the ids of its stores.
 */
async function filled(
  url: string,
  { memories, stores }: { memories: number; stores: number },
): Promise<string[]> {
  const db = openDatabase(url)
  let first = ''
  try {
    first = await storeWith(db, memories / stores)
    await compressAll(db)
  } finally {
    await db.close()
  }
  return [first, ...(await copyStore(url, first, stores - 1))]
}

function questions(
  db: Database,
  storeIds: readonly string[],
  { memories, stores, seconds }: { memories: number; stores: number; seconds: number },
): Subject['questions'] {
  const each = memories / stores
  const at = (turn: number) => storeIds[turn % storeIds.length] ?? ''
  const path = (turn: number) => pathOf((turn * 7919) % each)
  let made = 0
  const cause = agent('partitions')
  return {
    'a memory read': clocked((turn: number) =>
      getMemory(db, { storeId: at(turn), path: path(turn) }),
    ),
    'a folder of 100 listed': clocked((turn: number) =>
      listMemories(db, {
        ...{ storeId: at(turn), depth: 'children' as const, limit: 100 },
        directory: `/folder-${(turn * 31) % Math.ceil(each / 100)}`,
      }),
    ),
    'the newest 20 versions': clocked((turn: number) =>
      listVersions(db, { storeId: at(turn), limit: 20 }),
    ),
    'a phrase of 5 memories searched': clocked((turn: number) =>
      searchStore(db, { storeId: at(turn), query: NEEDLE, limit: 20 }),
    ),
    'an update': clocked(async (turn: number) => {
      const storeId = at(turn)
      const { id: memoryId } = await getMemory(db, { storeId, path: path(turn) })
      await updateMemory(db, { storeId, memoryId, content: `changed ${turn}\n`, cause: SCRIPT })
    }),
    'writers of all stores, a store each': async () => {
      const writers = storeIds.map((storeId) => () => {
        const name = `/made/${made++}.md`
        return createMemory(db, { storeId, path: name, content: 'made\n', cause })
      })
      const { perSecond } = await called(writers, seconds)
      return { perSecond }
    },
  }
}

const databaseOf = (url: string, name: string) => {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function sizeOf(url: string, name: string): Promise<number> {
  const [row] = await query(url, `SELECT pg_database_size('${name}')::text AS size`)
  return Number(row?.size)
}

async function query(url: string, sql: string): Promise<{ size?: string }[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ size?: string }>(sql)).rows
  } finally {
    await client.end()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

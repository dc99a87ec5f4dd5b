import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { compressSlice } from '@/lib/store/contents/compress-versions'
import { readEventPage } from '@/lib/store/events/follow-events'
import {
  createMemory,
  editMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '@/lib/store/memories/change-memories'
import { movePath } from '@/lib/store/memories/change-paths'
import { getMemory, listMemories } from '@/lib/store/memories/read-memories'
import type { Cause } from '@/lib/store/model/actor'
import { flushReads, recordRead } from '@/lib/store/reads/reads'
import { searchStore } from '@/lib/store/search/search-store'
import { getStore } from '@/lib/store/stores/read-stores'
import { listFolder } from '@/lib/store/tree/list-folder'
import { listVersions } from '@/lib/store/versions/read-versions'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import { fillWithMany, manyMemoryId, manyPath, manyStoreId } from '@/tests/support/many-memories'

/**
 * What agents ask and write, with a million memories in PostgreSQL: no statement reads a table from
 * end to end, neither as it is planned for its parameters nor as a named one is planned for any.
 */

const MANY = { memories: 1_000_000, stores: 20 }
const storeId = manyStoreId(1)
const cause: Cause = { actor: { type: 'session', id: 'sesn_5' }, sessionId: 'sesn_5' }

let fresh: TestDatabase
let db: Database
beforeAll(async () => {
  fresh = await freshPostgresql()
  await fillWithMany(fresh.url, MANY)
  db = openDatabase(fresh.url, { isPooled: false, directUrl: null, events: 'poll' })
}, 1_200_000)
afterAll(async () => {
  await db.close()
  await fresh.discard()
})

interface Asked {
  text: string
  values: readonly unknown[]
}

/** What is sent meanwhile, each text once. */
async function statementsOf(act: () => Promise<unknown>): Promise<Asked[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    const asked = query.mock.calls as unknown as [string | (Partial<Asked> & { text: string })][]
    const all = asked.map(([each]) =>
      typeof each === 'string'
        ? { text: each, values: [] }
        : { text: each.text, values: each.values ?? [] },
    )
    const explained = all.filter(({ text }) => /^(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text))
    return [...new Map(explained.map((each) => [each.text, each])).values()]
  } finally {
    query.mockRestore()
  }
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** Tables of more rows than this are not to be read from end to end. */
const FEW_ROWS = 1_000

/** The scans of whole tables in a plan, or of a whole index, unless few of its rows are asked for. */
function scansIn(plan: Plan, large: ReadonlySet<string>, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Cond': condition } = plan
  const limited = isLimited || type === 'Limit'
  const isWhole = type === 'Seq Scan' || (/^Index(?: Only)? Scan$/.test(type) && !condition)
  const isScan = large.has(table) && isWhole && (type === 'Seq Scan' || !limited)
  const own = isScan ? [`${type} of ${table}`] : []
  return [...own, ...(plan.Plans ?? []).flatMap((each) => scansIn(each, large, limited))]
}

const literal = (value: unknown) => {
  if (value === null || value === undefined) return 'NULL'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

type Explained = { 'QUERY PLAN': { Plan: Plan }[] }

/** Returns what a statement scans: planned for its parameters, and for any. */
async function scansOf(client: pg.Client, { text, values }: Asked): Promise<string[]> {
  const large = await largeTables(client)
  await client.query('BEGIN')
  try {
    const own = await client.query<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, [...values])
    await client.query("SET LOCAL plan_cache_mode = 'force_generic_plan'")
    await client.query(`PREPARE asked AS ${text}`)
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const any = await client.query<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE asked${given}`)
    await client.query('DEALLOCATE asked')
    const plans = [own, any].flatMap(({ rows }) => rows.flatMap((row) => row['QUERY PLAN']))
    return plans.flatMap(({ Plan: plan }) => scansIn(plan, large))
  } finally {
    await client.query('ROLLBACK')
  }
}

async function largeTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > $1`,
    [FEW_ROWS],
  )
  return new Set(rows.map(({ name }) => name))
}

const path = manyPath(0, MANY)
const memoryId = manyMemoryId(20)

const HOT: Record<string, () => Promise<unknown>> = {
  'the key of a caller': () => findApiKey(db, 'no such secret'),
  'a store': () => getStore(db, storeId),
  'a memory at a path': () => getMemory(db, { storeId, path, audience: 'agents' }),
  'a memory by its id': () => getMemory(db, { storeId, memoryId }),
  'a folder': () => listFolder(db, { storeId, directory: '/d0', limit: 50 }),
  'memories, paged': () => listMemories(db, { storeId, directory: '', depth: 'all', limit: 50 }),
  'the versions of a memory': () => listVersions(db, { storeId, memoryId, limit: 50 }),
  'the newest versions': () => listVersions(db, { storeId, limit: 50 }),
  'a search': () => searchStore(db, { storeId, query: 'agreed about', limit: 10 }),
  'the events since': () => readEventPage(db, { storeId, after: 49_000 }),
  create: () => createMemory(db, { storeId, path: '/d1/new.md', content: 'new\n', cause }),
  'create in new folders': () =>
    createMemory(db, { storeId, path: '/new/newer/a.md', content: 'new\n', cause }),
  put: () => putMemory(db, { storeId, path, content: 'put\n', cause }),
  edit: () => editMemory(db, { storeId, path, cause, edit: (text: string) => `${text}more\n` }),
  update: () => updateMemory(db, { storeId, memoryId, content: 'updated\n', cause }),
  move: () => movePath(db, { storeId, path: '/d1/new.md', newPath: '/d2/moved.md', cause }),
  remove: () => removeMemory(db, { storeId, memoryId, cause }),
  'writes that share a transaction': () =>
    Promise.all(
      [1, 2, 3, 4].map((at) =>
        createMemory(db, {
          ...{ storeId: manyStoreId(at), path: '/d3/many.md', content: 'x', cause },
        }),
      ),
    ),
  'what is read of memories': async () => {
    recordRead(db, { memoryId: manyMemoryId(40), sequence: 3, cause })
    await flushReads(db)
  },
  'compressing what was written': () => compressSlice(db, 1),
  'the look for others’ changes': () => new Promise((resolve) => setTimeout(resolve, 1_200)),
}

test('with a million memories no hot statement scans a table', async () => {
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const found: Record<string, string[]> = {}
  let explained = 0
  for (const [name, act] of Object.entries(HOT)) {
    for (const asked of await statementsOf(act)) {
      explained++
      const scans = await scansOf(client, asked)
      if (scans.length > 0) found[`${name}: ${asked.text}`] = scans
    }
  }
  await client.end()
  expect(found).toEqual({})
  expect(explained).toBeGreaterThan(60)
}, 300_000)

test('a statement that reads a table, or all of an index, would be found', async () => {
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const table = await scansOf(client, {
    text: 'SELECT id FROM memories WHERE size = $1',
    values: [1],
  })
  const index = await scansOf(client, { text: 'SELECT count(key) FROM memories', values: [] })
  await client.end()
  expect(table).toEqual(['Seq Scan of memories', 'Seq Scan of memories'])
  expect(index).toHaveLength(2)
})

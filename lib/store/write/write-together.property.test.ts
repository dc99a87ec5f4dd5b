import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { onBothDatabases } from '@/tests/support/databases'
import {
  createMemory,
  editMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { readText } from '../contents/stored-content'
import type { Cause } from '../model/actor'
import { StoreError } from '../model/problems'
import { movePath, removePath } from '../memories/change-paths'

/** Few, overlapping paths and few contents, so that writes meet. */
const path = fc.constantFrom('/a', '/a/b', '/a/b/c', '/a/d', '/b/x', '/b/y/z')
const content = fc.constantFrom(
  'one',
  'two\n',
  `${'long line\n'.repeat(600)}`,
  `long\n`.repeat(900),
)
const writer = fc.nat({ max: 2 })

const write = fc.oneof(
  fc.record({ type: fc.constant('create' as const), path, content, writer }),
  fc.record({ type: fc.constant('put' as const), path, content, writer }),
  fc.record({
    type: fc.constant('update' as const),
    path,
    content,
    newPath: fc.option(path, { nil: undefined, freq: 3 }),
    expected: fc.option(content, { nil: undefined, freq: 2 }),
    writer,
  }),
  fc.record({ type: fc.constant('edit' as const), path, writer }),
  fc.record({ type: fc.constant('remove' as const), path, writer }),
  fc.record({ type: fc.constant('move' as const), path, newPath: path, writer }),
  fc.record({ type: fc.constant('removePath' as const), path, writer }),
)
/** They go after the others that arrive with them, if they share a transaction. */
const goesLast = ({ type }: Write) => type === 'move' || type === 'removePath'
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

const WRITERS: readonly Cause[] = [
  { actor: { type: 'user', id: 'user_111111111111111111111111' } },
  { actor: { type: 'session', id: 'sesn_111111111111111111111111' } },
  { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } },
]

/** `ids`: the memories that are in the store when the writes begin, by path. */
async function run(
  db: Database,
  storeId: string,
  ids: ReadonlyMap<string, string>,
  { writer, ...one }: Write,
): Promise<string> {
  const cause = WRITERS[writer] ?? { actor: { type: 'user', id: 'user_1' } }
  const on = { storeId, path: one.path, cause }
  const memoryId = ids.get(one.path) ?? 'mem_none'
  try {
    if (one.type === 'create') await createMemory(db, { ...on, content: one.content })
    if (one.type === 'put') return (await putMemory(db, { ...on, content: one.content })).change
    if (one.type === 'edit') {
      const edit = (text: string) => {
        if (text.length > 8000) throw new Error('too long')
        return `${text}edited\n`
      }
      return (await editMemory(db, { ...on, edit })).memory.content
    }
    if (one.type === 'move') await movePath(db, { ...on, newPath: one.newPath })
    if (one.type === 'removePath') await removePath(db, on)
    if (one.type === 'remove') await removeMemory(db, { storeId, memoryId, cause })
    if (one.type === 'update') {
      const { expected } = one
      const precondition =
        expected === undefined ? undefined : { contentSha256: sha256Hex(utf8Bytes(expected)) }
      const { content, newPath } = one
      await updateMemory(db, { storeId, memoryId, content, path: newPath, precondition, cause })
    }
    return 'done'
  } catch (error) {
    return error instanceof StoreError ? error.problem.kind : String(error)
  }
}

/** All that is known of a store, without ids and times. */
async function everythingIn(db: Database, storeId: string): Promise<unknown> {
  const store = await db.read.get<{ key: number }>(
    'SELECT key, last_sequence, memory_count, byte_size, version_count FROM memory_stores WHERE id = ?',
    [storeId],
  )
  if (!store) throw new Error('the store is gone')
  const { key, ...totals } = store
  const all = async (query: string) => {
    const rows = await db.read.all<{ grouping?: string | null } & Record<string, unknown>>(query, [
      key,
    ])
    return rows.map((row) =>
      // Batches are numbered across stores.
      row.grouping?.startsWith('batch:') ? { ...row, grouping: 'batch' } : row,
    )
  }
  const versions = await all(
    `SELECT v.sequence, v.ordinal, v.operation, n.path, v.sha256, v.size, v.until_sequence,
       v.actor_id, v.session_id, c.grouping FROM memory_versions v
     LEFT JOIN path_nodes n ON n.key = v.node_key LEFT JOIN changesets c ON c.key = v.changeset_key
     WHERE v.store_key = ? ORDER BY v.sequence`,
  )
  return {
    totals,
    versions,
    contents: await Promise.all(
      versions.map(({ sequence }) => readText(db.read, key, Number(sequence))),
    ),
    memories: await all(
      `SELECT path, head_sequence, sha256, size, version_count FROM memories
       WHERE store_key = ? ORDER BY head_sequence`,
    ),
    nodes: await all(
      `SELECT n.path, n.entry, p.path AS parent, m.path AS memory, n.memory_count, n.byte_size
       FROM path_nodes n LEFT JOIN path_nodes p ON p.key = n.parent_key
       LEFT JOIN memories m ON m.key = n.memory_key WHERE n.store_key = ? ORDER BY n.path`,
    ),
    spans: await all(
      `SELECT n.path, d.since_sequence, d.until_sequence FROM directory_spans d
       JOIN path_nodes n ON n.key = d.node_key WHERE n.store_key = ? ORDER BY n.path, d.since_sequence`,
    ),
    events: await all(
      `SELECT sequence, type, version_sequence FROM store_events WHERE store_key = ? ORDER BY sequence`,
    ),
    changesets: await all(
      `SELECT grouping, first_sequence, last_sequence, change_count, revision, pending, state
       FROM changesets WHERE store_key = ? ORDER BY first_sequence`,
    ),
  }
}

async function idsByPath(db: Database, storeId: string): Promise<Map<string, string>> {
  const rows = await db.read.all<{ path: string; id: string }>(
    `SELECT m.path, m.id FROM memories m JOIN memory_stores s ON s.key = m.store_key
     WHERE s.id = ? AND m.path IS NOT NULL`,
    [storeId],
  )
  return new Map(rows.map(({ path, id }) => [path, id]))
}

/** The only memory of a folder moves within it while another write reads ahead what is there. */
const MOVED_WITHIN_ITS_FOLDER: [number, Write][][] = [
  [[0, { type: 'put', path: '/a/d', content: 'one', writer: 0 }]],
  [
    [
      0,
      {
        type: 'update',
        path: '/a/d',
        content: 'one',
        newPath: '/a/b/c',
        expected: undefined,
        writer: 0,
      },
    ],
    [0, { type: 'put', path: '/a/b/c', content: 'one', writer: 0 }],
  ],
]

/** The same database, in which each write has a transaction of its own. */
function oneByOne(db: Database): Database {
  const write: Database['write'] = (job) => db.write(job)
  return Object.assign(Object.create(db) as Database, { write })
}

onBothDatabases((current) => {
  test('writes that arrive together do what they would do one after another', async () => {
    const db = current()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(fc.nat({ max: 1 }), write), { minLength: 1, maxLength: 12 }), {
          maxLength: 3,
        }),
        async (rounds) => {
          const stores = await Promise.all(
            ['one', 'two', 'one by one', 'two by one'].map((name) => createStore(db, { name })),
          )
          const [together, alone] = [stores.slice(0, 2), stores.slice(2)]
          const idOf = (side: typeof stores, at: number) => side[at]?.id ?? ''
          for (const round of rounds) {
            const writes = round.toSorted(
              ([, a], [, b]) => Number(goesLast(a)) - Number(goesLast(b)),
            )
            const known = new Map<string, Map<string, string>>()
            for (const { id } of stores) known.set(id, await idsByPath(db, id))
            const runOn = (side: typeof stores, at: number, one: Write) =>
              run(
                side === alone ? oneByOne(db) : db,
                idOf(side, at),
                known.get(idOf(side, at)) ?? new Map(),
                one,
              )
            const expected: string[] = []
            for (const [at, one] of writes) expected.push(await runOn(alone, at, one))
            const done = await Promise.all(writes.map(([at, one]) => runOn(together, at, one)))
            expect(done).toEqual(expected)
          }
          for (const at of [0, 1]) {
            const written = await everythingIn(db, idOf(together, at))
            expect(written).toEqual(await everythingIn(db, idOf(alone, at)))
          }
        },
      ),
      { numRuns: Number(process.env.FC_RUNS ?? 12), examples: [[MOVED_WITHIN_ITS_FOLDER]] },
    )
  }, 600_000)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { runDocumentTool, runDocumentToolOn } from '@/lib/document-tools/run-document-tool'
import type { Mount } from '@/lib/memory-tool/mount'
import { runCommandOn, runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import { isDocumentTool, type DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { createMemory } from '@/lib/store/memories/change-memories'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { Cause } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { scratchFiles } from './scratch-files'
import { ScratchStore } from './scratch-store'
import { StoreSnapshot } from './store-snapshot'

const CAUSE: Cause = { actor: { type: 'session', id: 'sesn_111111111111111111111111' } }
const LIMIT = 60

const PATHS = ['/a', '/a/b', '/a/b/c', '/a-b', '/c', '/c/d.md', '/메모/ф', '/.hid/x', '/d', '/d/e']
const aPath = fc.constantFrom(...PATHS)
const aText = fc.constantFrom('', 'alpha\nbeta\n', 'beta', 'alpha\nalpha', '감마\n', 'x'.repeat(61))
const memories = fc.uniqueArray(fc.record({ path: aPath, content: aText }), {
  selector: ({ path }) => path,
  maxLength: 6,
})

/** The names of the two stores, or the only one's. */
const inTool = (mounts: number) =>
  fc
    .tuple(fc.constantFrom('/one', '/two', '/none', ''), aPath, fc.boolean())
    .map(([mount, path, isRoot]) => `/memories${mounts === 1 ? '' : mount}${isRoot ? '' : path}`)

interface Call {
  name: string
  input: Record<string, unknown>
}

const call = (mounts: number): fc.Arbitrary<Call> => {
  const path = inTool(mounts)
  const command = (input: fc.Arbitrary<Record<string, unknown>>) =>
    input.map((each) => ({ name: 'memory', input: each }))
  const store = fc.constantFrom('one', 'two')
  const tool = (name: DocumentToolName, input: fc.Arbitrary<Record<string, unknown>>) =>
    input.map((each) => ({ name, input: each }))
  const as = (name: string) => fc.constant(name)
  return fc.oneof(
    command(fc.record({ command: as('view'), path })),
    command(fc.record({ command: as('create'), path, file_text: aText })),
    command(
      fc.record({
        command: as('str_replace'),
        path,
        old_str: fc.constantFrom('alpha', 'x'),
        new_str: aText,
      }),
    ),
    command(
      fc.record({
        command: as('insert'),
        path,
        insert_line: fc.integer({ min: 0, max: 3 }),
        insert_text: aText,
      }),
    ),
    command(fc.record({ command: as('delete'), path })),
    command(fc.record({ command: as('rename'), old_path: path, new_path: path })),
    tool('memory_list', fc.record({ store, path_prefix: fc.constantFrom('/', '/a', 'c/') })),
    tool(
      'memory_search',
      fc.record({ store, query: fc.constantFrom('alpha', 'BETA', '감마 ', 'al') }),
    ),
    tool('memory_read', fc.record({ store, path: aPath })),
    tool('memory_write', fc.record({ store, path: aPath, content: aText })),
    tool('memory_edit', fc.record({ store, path: aPath, old_str: as('alpha'), new_str: aText })),
    tool('memory_delete', fc.record({ store, path: aPath })),
  )
}

async function storeWith(db: Database, files: readonly { path: string; content: string }[]) {
  const store = await createStore(db, {
    name: 'Notes',
    settings: { maxContentBytes: LIMIT, maxMemories: 8 },
  })
  for (const file of files) {
    // Paths may overlap: what does not fit is left out, in both.
    await createMemory(db, { storeId: store.id, ...file, cause: CAUSE }).catch(() => {})
  }
  return store.id
}

const mountsOf = (ids: readonly string[]): Mount[] =>
  ids.map((storeId, index) => ({
    storeId,
    name: index === 0 ? 'one' : 'two',
    access: 'read_write' as const,
  }))

async function scratchOf(db: Database, ids: readonly string[], hidden: ReadonlySet<string>) {
  return Promise.all(
    ids.map(async (storeId) => {
      const { lastSequence } = await getStore(db, storeId)
      const laid = new Map([...hidden].map((path) => [path, null]))
      return new ScratchStore(new StoreSnapshot(db, storeId, lastSequence), laid)
    }),
  )
}

async function listed(db: Database, storeId: string) {
  const { entries } = await listMemories(db, {
    storeId,
    directory: '',
    depth: 'all',
    view: 'full',
    limit: 100,
  })
  return entries.flatMap((entry) =>
    entry.type === 'memory' ? [[entry.memory.path, entry.memory.content]] : [],
  )
}

onBothDatabases((current) => {
  test('scratch stores answer every call as stores do, and leave the stores as they are', async () => {
    const db = current()
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(memories, memories),
        fc.integer({ min: 1, max: 2 }).chain((mounts) =>
          fc.record({
            mounts: fc.constant(mounts),
            calls: fc.array(call(mounts), { minLength: 1, maxLength: 12 }),
          }),
        ),
        async (contents, { mounts, calls }) => {
          const some = contents.slice(0, mounts)
          const real = await Promise.all(some.map((files) => storeWith(db, files)))
          const kept = await Promise.all(some.map((files) => storeWith(db, files)))
          const before = await Promise.all(kept.map((id) => listed(db, id)))
          const files = scratchFiles(await scratchOf(db, kept, new Set()))
          for (const { name, input } of calls) {
            const onStores = isDocumentTool(name)
              ? runDocumentTool(db, { mounts: mountsOf(real), name, input, cause: CAUSE })
              : runMemoryCommand(db, { mounts: mountsOf(real), command: input, cause: CAUSE })
            const onScratch = isDocumentTool(name)
              ? runDocumentToolOn(files, { mounts: mountsOf(kept), name, input })
              : runCommandOn(files, { mounts: mountsOf(kept), command: input })
            const [expected, got] = [await onStores, await onScratch]
            expect({ content: got.content, isError: got.isError }).toEqual({
              content: expected.content,
              isError: expected.isError,
            })
          }
          expect(await Promise.all(kept.map((id) => listed(db, id)))).toEqual(before)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('hidden memories are as if they had never been written', async () => {
    const db = current()
    await fc.assert(
      fc.asyncProperty(
        memories,
        fc.uniqueArray(aPath, { maxLength: 5 }),
        fc.array(call(1), { minLength: 1, maxLength: 8 }),
        async (contents, hiddenPaths, calls) => {
          const whole = await storeWith(db, contents)
          const hidden = new Set(hiddenPaths)
          const stands = await listed(db, whole)
          const without = await storeWith(
            db,
            stands.flatMap(([path, content]) =>
              hidden.has(path ?? '') ? [] : [{ path: path ?? '', content: content ?? '' }],
            ),
          )
          const files = scratchFiles(await scratchOf(db, [whole], hidden))
          for (const { name, input } of calls) {
            if (name === 'memory_search') continue
            const call = { mounts: mountsOf([without]), cause: CAUSE }
            const expected = isDocumentTool(name)
              ? await runDocumentTool(db, { ...call, name, input })
              : await runMemoryCommand(db, { ...call, command: input })
            const got = isDocumentTool(name)
              ? await runDocumentToolOn(files, { mounts: mountsOf([whole]), name, input })
              : await runCommandOn(files, { mounts: mountsOf([whole]), command: input })
            expect(got.content).toBe(expected.content)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

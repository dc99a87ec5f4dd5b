import fc from 'fast-check'
import { expect } from 'vitest'
import { runCall, type ToolCall } from '@/lib/memory-tool/calls'
import type { DocumentTool } from '@/lib/memory-tool/documents'
import type { Mount } from '@/lib/memory-tool/paths'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { listMemories } from '@/lib/store/memories'
import { getStore } from '@/lib/store/stores'
import { callOn, type Hidden, NOTHING_HIDDEN, Past, Scratch } from '@/lib/why/scratch'
import { drawn } from '@/tests/support/drawn'
import { describe, test } from '@/tests/support/fixtures'
import { BY_SESSION } from '@/tests/support/memory-tool'

const LIMIT = 60

const PATHS = ['/a', '/a/b', '/a/b/c', '/a-b', '/c', '/c/d.md', '/메모/ф', '/.hid/x', '/d', '/d/e']
const aPath = fc.constantFrom(...PATHS)
const aText = fc.constantFrom('', 'alpha\nbeta\n', 'beta', 'alpha\nalpha', '감마\n', 'x'.repeat(61))
const memories = fc.uniqueArray(fc.record({ path: aPath, content: aText }), {
  selector: ({ path }) => path,
  maxLength: 6,
})

/** Paths below the two stores, or below the only one. */
const inTool = (mounts: number) =>
  fc
    .tuple(fc.constantFrom('/one', '/two', '/none', ''), aPath, fc.boolean())
    .map(([mount, path, isRoot]) => `/memories${mounts === 1 ? '' : mount}${isRoot ? '' : path}`)

function aCall(mounts: number): fc.Arbitrary<ToolCall> {
  const path = inTool(mounts)
  const as = (name: string) => fc.constant(name)
  const command = (input: fc.Arbitrary<Record<string, unknown>>) =>
    input.map((each) => ({ name: 'memory', input: each }))
  const tool = (name: DocumentTool, input: fc.Arbitrary<Record<string, unknown>>) =>
    input.map((each) => ({ name, input: each }))
  const store = fc.constantFrom('one', 'two')
  const old_str = fc.constantFrom('alpha', 'x')
  const insert_line = fc.integer({ min: 0, max: 3 })
  return fc.oneof(
    command(fc.record({ command: as('view'), path })),
    command(fc.record({ command: as('create'), path, file_text: aText })),
    command(fc.record({ command: as('str_replace'), path, old_str, new_str: aText })),
    command(fc.record({ command: as('insert'), path, insert_line, insert_text: aText })),
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

async function storeWith(files: readonly { path: string; content: string }[]): Promise<string> {
  const limits = { memoryBytes: LIMIT, memories: 8 }
  const { id: storeId } = await createStore({ name: 'Notes', limits })
  for (const file of files) {
    // Paths may overlap: what does not fit is left out, in both.
    await createMemory({ storeId, ...file }, BY_SESSION).catch(() => {})
  }
  return storeId
}

const mountsOf = (ids: readonly string[]): Mount[] =>
  ids.map((storeId, index) => {
    const name = index === 0 ? 'one' : 'two'
    return { storeId, name, title: name, isReadOnly: false, most: 100_000 }
  })

async function scratchOf(ids: readonly string[], hidden: Hidden = NOTHING_HIDDEN) {
  const states = ids.map(async (storeId) => {
    return { storeId, sequence: (await getStore(storeId)).lastSequence }
  })
  return Scratch.at(new Past(), await Promise.all(states), hidden)
}

async function listed(storeId: string) {
  const { items } = await listMemories({ storeId, limit: 100 }, 'full')
  return items.flatMap((each) => ('kind' in each ? [] : [each]))
}

/** Each answer marks its data by a random name. */
const plain = ({ content, isError }: { content: string; isError: boolean }) => ({
  content: content.replaceAll(/memory-data-[0-9a-f]{12}/g, 'memory-data'),
  isError,
})

const asRead = () => Promise.resolve(null)

describe('a scratch of stores', () => {
  test('answers every call as the stores do, and leaves them as they are', async () => {
    const cases = fc.integer({ min: 1, max: 2 }).chain((mounts) =>
      fc.record({
        contents: fc.array(memories, { minLength: mounts, maxLength: mounts }),
        calls: fc.array(aCall(mounts), { minLength: 1, maxLength: 12 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ contents, calls }) => {
        const real = await Promise.all(contents.map(storeWith))
        const kept = await Promise.all(contents.map(storeWith))
        const before = await Promise.all(kept.map(listed))
        const scratch = await scratchOf(kept)
        for (const call of calls) {
          const expected = await runCall(mountsOf(real), call, BY_SESSION)
          const { answer } = await callOn(scratch, mountsOf(kept), call, asRead)
          expect({ call, ...plain(answer) }).toEqual({ call, ...plain(expected) })
        }
        expect(await Promise.all(kept.map(listed))).toEqual(before)
      }),
      drawn({ sqlite: 40, postgresql: 4 }),
    )
  })

  test('answers without a hidden memory as a store in which it was never written', async () => {
    const calls = fc.array(aCall(1), { minLength: 1, maxLength: 8 })
    const hiddenPaths = fc.uniqueArray(aPath, { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(memories, hiddenPaths, calls, async (contents, paths, asked) => {
        const whole = await storeWith(contents)
        const hidden = new Set<string>()
        const rest = [] as { path: string; content: string }[]
        for (const { id, path, content } of await listed(whole)) {
          if (paths.includes(path)) hidden.add(id)
          else rest.push({ path, content: content ?? '' })
        }
        const without = await storeWith(rest)
        const scratch = await scratchOf([whole], { memories: hidden, lines: new Map() })
        for (const call of asked) {
          const expected = await runCall(mountsOf([without]), call, BY_SESSION)
          const { answer } = await callOn(scratch, mountsOf([whole]), call, asRead)
          expect({ call, ...plain(answer) }).toEqual({ call, ...plain(expected) })
        }
      }),
      drawn({ sqlite: 40, postgresql: 4 }),
    )
  })
})

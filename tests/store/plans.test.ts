import fc from 'fast-check'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask, Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { getStore } from '@/lib/store/stores'
import { change } from '@/lib/store/write/change'
import { sha256Hex } from '@/lib/text/content'
import { drawn } from '@/tests/support/drawn'
import { describe, expect, test as base } from '../support/fixtures'
import { codeOf, textsOf, writingIn } from '@/tests/support/written'

const test = base.extend('world', async ({ storeId }) => {
  const apply = (steps: Step[]) =>
    change(storeId, BY_PERSON, (c) => applySteps(c, steps), { batch: { kind: 'seed' } })
  const { create } = writingIn(storeId, BY_PERSON)
  const texts = () => textsOf(storeId)
  const now = async () => (await getStore(storeId)).lastSequence
  return { storeId, apply, create, texts, now }
})

const writing = (path: string, expected: string | null = null): Step => {
  return { op: 'write', path, content: 'b', expected }
}
const renaming = (from: string, path: string): Step => {
  return { op: 'rename', from, path, expected: hashes.a }
}

const hashes = { a: sha256Hex('a'), b: sha256Hex('b'), c: sha256Hex('c') }

describe('steps', () => {
  test('find what the steps before them left', async ({ world }) => {
    const { apply, texts } = world
    await apply([
      { op: 'write', path: '/a', content: 'a', expected: null },
      { op: 'rename', from: '/a', path: '/b', expected: hashes.a, content: 'b' },
      { op: 'write', path: '/a', content: 'c', expected: null },
      { op: 'delete', path: '/b', expected: hashes.b },
      { op: 'write', path: '/b', content: 'a', expected: null },
    ])
    expect(await texts()).toEqual({ '/a': 'c', '/b': 'a' })
  })

  test('that find everything so write nothing', async ({ world }) => {
    const { storeId, apply, create } = world
    const { versionId } = await create('/a', 'a')
    const applied = await apply([{ op: 'write', path: '/a', content: 'a', expected: hashes.a }])
    expect(applied).toMatchObject([{ versionId, isWritten: false }])
    expect((await getMemory({ storeId, path: '/a' }, 'basic')).versionId).toBe(versionId)
  })

  test.for<[string, Step, string]>([
    ['another text than expected', writing('/a', hashes.c), 'changed_since_seen'],
    ['something where nothing was expected', writing('/a'), 'changed_since_seen'],
    ['nothing where something was expected', writing('/none', hashes.a), 'changed_since_seen'],
    ['a folder where a file is to be', renaming('/a', '/d'), 'path_conflict'],
    ['a file where a folder is to be', writing('/a/below'), 'path_conflict'],
    ['a path that is none', writing('/a/../b'), 'invalid_input'],
    [
      'a memory that never was',
      { op: 'revive', memoryId: 'mem_none', path: '/e', content: 'e' },
      'memory_not_found',
    ],
  ])('do nothing at all where one finds %s', async ([, step, code], { world }) => {
    const { apply, create, texts, now } = world
    await create('/a', 'a')
    await create('/d/deep', 'd')
    const before = [await texts(), await now()]
    const first: Step = { op: 'write', path: '/first', content: 'first', expected: null }
    expect(await apply([first, step]).catch(codeOf)).toBe(code)
    expect([await texts(), await now()]).toEqual(before)
  })
})

describe('the hash of a plan', () => {
  test('is of all that it does: another text, another plan', async ({ world }) => {
    const { storeId, apply, create, now } = world
    await create('/a', 'a')
    const ask: Ask = { kind: 'restore', at: await now() }
    const hash = async () => (await planOf(storeId, ask)).plan.hash
    const empty = await hash()
    await apply([{ op: 'write', path: '/a', content: 'b', expected: hashes.a }])
    const one = await hash()
    await apply([{ op: 'write', path: '/a', content: 'c', expected: hashes.b }])
    const another = await hash()
    await apply([{ op: 'write', path: '/a', content: 'b', expected: hashes.c }])
    expect(new Set([empty, one, another]).size).toBe(3)
    expect(await hash()).toBe(one)
  })
})

/** A store of few paths, on which everything meets. */
const PATHS = ['/a', '/b', '/c/d', '/c']
const act = fc.record({
  path: fc.constantFrom(...PATHS),
  to: fc.constantFrom(...PATHS),
  content: fc.constantFrom('1\n', '2\n', '1\n2\n'),
  kind: fc.constantFrom('write', 'rename', 'delete'),
})

test('every restore gives the store of that moment; undone, the last', async ({ world }) => {
  const { storeId, apply, texts, now } = world
  const perform = async (ask: Ask) => {
    const { plan } = await planOf(storeId, ask)
    const cannot = plan.rows.filter(({ group }) => group !== 'change')
    const done = await doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
    return { cannot, batchId: 'batchId' in done ? done.batchId : null }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 2, maxLength: 10 }),
      fc.nat(9),
      async (acts, to) => {
        const past: { at: number; state: object }[] = [{ at: await now(), state: await texts() }]
        for (const each of acts) {
          const stands = (await texts())[each.path]
          const expected = typeof stands === 'string' ? sha256Hex(stands) : null
          const step = stepOf(each, expected)
          // What cannot be done is refused, and is no moment of its own.
          if (step) await apply([step]).catch(codeOf)
          past.push({ at: await now(), state: await texts() })
        }
        const moment = past[to % past.length]
        if (!moment) return
        const before = await texts()
        const { cannot, batchId } = await perform({ kind: 'restore', at: moment.at })
        expect(cannot).toEqual([])
        expect(await texts()).toEqual(moment.state)
        if (batchId === null) return
        await perform({ kind: 'undo', batchId })
        expect(await texts()).toEqual(before)
      },
    ),
    drawn({ sqlite: 25, postgresql: 4 }),
  )
})

function stepOf(
  { kind, path, to, content }: { kind: string; path: string; to: string; content: string },
  expected: string | null,
): Step | null {
  if (kind === 'write') return { op: 'write', path, content, expected }
  if (expected === null) return null
  if (kind === 'delete') return { op: 'delete', path, expected }
  return { op: 'rename', from: path, path: to, expected }
}

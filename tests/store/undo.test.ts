import fc from 'fast-check'
import { createMemory } from '@/lib/store/change-memories'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { doPlan, planOf, planRow } from '@/lib/store/plan/do-plan'
import type { Answer, AskOf } from '@/lib/store/plan/plan'
import { newId } from '@/lib/text/ids'
import { drawn } from '@/tests/support/drawn'
import { describe, expect, test as base } from '../support/fixtures'
import { codeOf, empty, writingIn } from '@/tests/support/written'

const byKey = (id: string): Cause => ({ actor: { type: 'api_key', id }, isAgent: true })
const script = byKey('apikey_1111111111111111111script')
const other = byKey('apikey_11111111111111111111other')

/** A store in which somebody's session is undone. */
const test = base.extend('world', async ({ storeId }) => {
  const sessionId = newId('sesn')
  const session: Cause = { actor: { type: 'session', id: sessionId }, isAgent: true, sessionId }
  const made = (content: string, by: Cause, path = '/a.md') =>
    createMemory({ storeId, path, content }, by)
  const { create: _, ...writes } = writingIn(storeId, session)
  const read = (memoryId: string) => getMemory({ storeId, memoryId }, 'full')
  const holds = async (memoryId: string) => (await read(memoryId)).content
  const ask: AskOf<'undo'> = { kind: 'undo', sessionId }
  const planned = async (asked = ask) => (await planOf(storeId, asked)).plan
  const undo = async (asked = ask, answer: Answer = 'leave') => {
    const { hash, rows } = await planned(asked)
    const answers = Object.fromEntries(rows.map(({ id }) => [id, answer]))
    const done = await doPlan(storeId, asked, { hash, answers }, BY_PERSON)
    if (!('batchId' in done)) throw new Error('undoing is no job')
    return done
  }
  return { storeId, session, made, ...writes, read, holds, ask, planned, undo }
})

describe('undoing a session', () => {
  test('leaves lines that somebody else rewrote, and names who', async ({ world }) => {
    const { made, write, holds, undo, session } = world
    const { id } = await made('a\nz\n', BY_PERSON)
    await write(id, 'a\nbad\nz\n', session)
    await write(id, 'a\nbad\nz\nmore\n', script)
    await write(id, 'a\nworse\nz\nmore\n', other)
    await write(id, 'a\nworse\nz\nmore\nand more\n', script)
    const { plan, batchId } = await undo()
    expect(plan.rows).toMatchObject([{ id, group: 'conflict', by: other.actor }])
    expect(batchId).toBeNull()
    expect(await holds(id)).toBe('a\nworse\nz\nmore\nand more\n')
    await undo(world.ask, 'take')
    expect(await holds(id)).toBe('a\nz\nmore\nand more\n')
  })

  test('takes back what is not in conflict where the store’s side is kept', async ({ world }) => {
    const { storeId, made, write, holds, ask, undo, session } = world
    const { id } = await made('a\nm\nz\n', BY_PERSON)
    await write(id, 'A\nm\nZ\n', session)
    await write(id, 'AA\nm\nZ\n', other)
    expect(await planRow(storeId, ask, id)).toEqual({
      before: 'AA\nm\nZ\n',
      after: 'a\nm\nz\n',
      base: 'A\nm\nZ\n',
    })
    await undo(ask, 'keep')
    expect(await holds(id)).toBe('AA\nm\nz\n')
  })

  test('writes a person’s own text where both changed the same', async ({ world }) => {
    const { made, write, holds, undo, session, ask } = world
    const { id } = await made('a\n', BY_PERSON)
    await write(id, 'b\n', session)
    await write(id, 'c\n', other)
    await undo(ask, { text: 'neither\n' })
    expect(await holds(id)).toBe('neither\n')
  })

  test('cannot be done where both changed the same and another memory is at its path', async ({
    world,
  }) => {
    const { made, write, move, planned, session } = world
    const { id } = await made('a\n', BY_PERSON)
    await write(id, 'b\n', session)
    await move(id, '/b.md', session)
    await write(id, 'c\n', other)
    expect((await planned()).rows).toMatchObject([{ id, group: 'conflict' }])
    await made('new\n', BY_PERSON)
    expect((await planned()).rows).toMatchObject([{ id, group: 'cannot', reason: 'path_taken' }])
  })

  test('cannot be done where others deleted a memory and made another at its path', async ({
    world,
  }) => {
    const { made, write, remove, planned, session } = world
    const { id } = await made('a\n', BY_PERSON)
    await write(id, 'b\n', session)
    await remove(id, other)
    expect((await planned()).rows).toMatchObject([{ id, group: 'conflict' }])
    await made('new\n', BY_PERSON)
    expect((await planned()).rows).toMatchObject([{ id, group: 'cannot', reason: 'path_taken' }])
  })

  test('that is undone already has nothing left to undo', async ({ world }) => {
    const { made, write, undo, session } = world
    const { id } = await made('a\n', BY_PERSON)
    await write(id, 'a\nb\n', session)
    await undo()
    const { plan, versionIds } = await undo()
    expect(plan).toMatchObject({ rows: [], same: 1 })
    expect(versionIds).toEqual([])
  })

  test('of which a version was redacted cannot tell the lines apart', async ({ world }) => {
    const { storeId, made, write, planned, session } = world
    const { id } = await made('a\n', BY_PERSON)
    const { versionId } = await write(id, 'a\nb\n', session)
    await write(id, 'a\nb\nc\n', other)
    await empty(versionId)
    expect((await planned()).rows).toMatchObject([{ id, group: 'cannot', reason: 'redacted' }])
    expect((await planOf(storeId, { kind: 'undo', sessionId: 'sesn_none' })).plan.rows).toEqual([])
  })
})

describe('undoing versions', () => {
  test('refuses one that is not of the store', async ({ world }) => {
    const versionIds = [newId('memver')]
    const refused = await world.planned({ kind: 'undo', versionIds }).catch(codeOf)
    expect(refused).toBe('version_not_found')
  })

  test('by lines takes back those of each version, and no other', async ({ world }) => {
    const { made, write, holds, undo, session } = world
    const { id } = await made('a\nb\nc\nd\n', BY_PERSON)
    const { versionId: one } = await write(id, 'A\nB\nc\nD\nnew\n', session)
    const { versionId: two } = await write(id, 'A\nB\nc\nD\nnew\nmore\nmost\n', session)
    const lines = [
      { versionId: one, from: 2, to: 2 },
      { versionId: two, from: 6, to: 6 },
    ]
    await undo({ kind: 'undo', lines })
    expect(await holds(id)).toBe('A\nb\nc\nD\nnew\nmost\n')
  })

  test('by a line that it did not bring is refused', async ({ world }) => {
    const { made, planned } = world
    const { versionId } = await made('a\n', BY_PERSON)
    const refused = await planned({ kind: 'undo', lines: [{ versionId, from: 2, to: 2 }] }).catch(
      codeOf,
    )
    expect(refused).toBe('invalid_input')
  })

  test('reaches every memory of a large batch, and back', async ({ world }) => {
    const { storeId, session, made, undo, planned } = world
    for (let number = 0; number < 70; number++) await made(`${number}\n`, session, `/m/${number}`)
    expect((await planned()).rows).toHaveLength(70)
    const { versionIds } = await undo()
    expect(versionIds).toHaveLength(70)
    expect((await undo({ kind: 'undo', versionIds })).versionIds).toHaveLength(70)
    expect(await getMemory({ storeId, path: '/m/69' }, 'full')).toMatchObject({ content: '69\n' })
  })
})

const steps = fc.array(
  fc.record({ isOwn: fc.boolean(), place: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { minLength: 1, maxLength: 7 },
)

test('the plan is what is done, exactly others’ lines are left, and undone it is as before', async ({
  world,
}) => {
  const { storeId, made, write, read, undo, planned } = world
  await fc.assert(
    fc.asyncProperty(steps, async (written) => {
      const sessionId = newId('sesn')
      const own: Cause = { actor: { type: 'session', id: sessionId }, isAgent: true, sessionId }
      let lines = ['# first', '# last']
      const text = () => `${lines.join('\n')}\n`
      const { id } = await made(text(), BY_PERSON, `/random/${sessionId}`)
      for (const [step, { isOwn, place }] of written.entries()) {
        const at = Math.round(place * lines.length)
        lines = lines.toSpliced(at, 0, `${isOwn ? 'own' : 'other'} ${step}`)
        await write(id, text(), isOwn ? own : other)
      }
      const before = text()
      const ask: AskOf<'undo'> = { kind: 'undo', sessionId }
      const plan = await planned(ask)
      const { versionIds } = await undo(ask)
      lines = lines.filter((line) => !line.startsWith('own'))
      const memory = await read(id)
      expect(memory.content).toBe(text())
      if (versionIds.length === 0) return
      expect(plan.rows).toMatchObject([{ after: { sha256: memory.sha256 } }])
      await undo({ kind: 'undo', versionIds })
      expect((await read(id)).content).toBe(before)
      const again = await planOf(storeId, ask)
      expect(again.plan.rows).toMatchObject([{ after: { sha256: memory.sha256 } }])
    }),
    drawn({ sqlite: 20, postgresql: 4 }),
  )
})

const line = fc.constantFrom('a', 'b', 'c', '')
const content = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('', '\n', '\r\n'))
  .map(([lines, end]) => lines.join('\n') + end)
const anything = fc.record({
  isOwn: fc.boolean(),
  memory: fc.nat(1),
  kind: fc.constantFrom('write', 'write', 'write', 'move', 'remove'),
  content,
  path: fc.constantFrom('x', 'y', 'z/deep', 'z'),
})

test('whatever was written, the rows are done, and undone it is as before', async ({ world }) => {
  const { storeId, made, write, move, remove, undo } = world
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anything, { minLength: 1, maxLength: 9 }),
      fc.constantFrom<Answer>('leave', 'take', 'keep'),
      async (acts, answer) => {
        const folder = `/${++round}`
        const sessionId = newId('sesn')
        const own: Cause = { actor: { type: 'session', id: sessionId }, isAgent: true, sessionId }
        const memories = [
          await made('a\nb\nc\n', BY_PERSON, `${folder}/one`),
          await made('', BY_PERSON, `${folder}/two`),
        ]
        for (const { isOwn, memory, kind, content: text, path } of acts) {
          const id = memories[memory]?.id ?? ''
          const by = isOwn ? own : other
          const done =
            kind === 'write'
              ? write(id, text, by)
              : kind === 'move'
                ? move(id, `${folder}/${path}`, by)
                : remove(id, by)
          // What is deleted, or has no place, is refused.
          await done.catch(codeOf)
        }
        const before = await statesOf(storeId, memories)
        const { plan, batchId } = await undo({ kind: 'undo', sessionId }, answer)
        const after = await statesOf(storeId, memories)
        for (const row of plan.rows) {
          const at = memories.findIndex(({ id }) => id === row.id)
          const isDone = row.group === 'change' || (row.group === 'conflict' && answer === 'take')
          const expected = isDone && row.after ? row.after : isDone ? null : undefined
          if (expected !== undefined) expect(after[at]?.state ?? null).toEqual(expected)
          else if (answer !== 'keep') expect(after[at]).toEqual(before[at])
        }
        if (batchId === null) return
        await undo({ kind: 'undo', batchId })
        expect(await statesOf(storeId, memories)).toEqual(before)
      },
    ),
    drawn({ sqlite: 20, postgresql: 4 }),
  )
})

async function statesOf(storeId: string, memories: readonly { id: string }[]) {
  const states = []
  for (const { id } of memories) {
    const memory = await getMemory({ storeId, memoryId: id }, 'full').catch(() => null)
    const { path, sha256, size } = memory ?? {}
    states.push(memory && { state: { path, sha256, size }, content: memory.content })
  }
  return states
}

import fc from 'fast-check'
import { db } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import { type ChangeToReview, changesToReview } from '@/lib/review/change-to-review'
import { settle, type Settled } from '@/lib/review/settle'
import { countToReview, listToReview } from '@/lib/review/to-review'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { doPlan } from '@/lib/store/plan/do-plan'
import { restoreVersion } from '@/lib/store/versions'
import { linesWithEnds } from '@/lib/text/lines'
import { drawn } from '@/tests/support/drawn'
import { expect, test } from '@/tests/support/fixtures'
import { contradictionsIn } from '@/tests/support/sound'
import { AGENT } from '@/tests/support/written'

/** Marks and left sides over whatever people and agents do to a store, and over settles in between. */

const index = fc.nat({ max: 20 })
const isAgent = fc.boolean()
const path = fc.constantFrom('/a', '/b')

const of = <T extends string, R extends object>(
  type: T,
  fields: { [K in keyof R]: fc.Arbitrary<R[K]> },
) =>
  fc.record({ type: fc.constant(type), isAgent, memory: index, ...fields }) as fc.Arbitrary<
    { type: T; isAgent: boolean; memory: number } & R
  >

const command = fc.oneof(
  { weight: 1, arbitrary: of('create', { path }) },
  {
    weight: 8,
    arbitrary: of('edit', {
      at: fc.nat(4),
      add: fc.nat(2),
      remove: fc.nat(2),
      isEnded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: of('move', { path }) },
  { weight: 1, arbitrary: of('remove', {}) },
  { weight: 2, arbitrary: of('restore', { version: index }) },
  { weight: 2, arbitrary: of('undo', { version: index }) },
  {
    weight: 4,
    arbitrary: of<'settle', { back: number[]; older: number | null }>('settle', {
      back: fc.array(fc.nat(3)),
      older: fc.option(index),
    }),
  },
  { weight: 3, arbitrary: of('undoSettle', { settle: index }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** A store in which each line that is written is another one: `a` by agents, `p` by people. */
class World {
  readonly batchIds: string[] = []
  private written = 0

  constructor(readonly storeId: string) {}

  versions(memoryId?: string) {
    const where = { storeId: this.storeId, ...(memoryId !== undefined && { memoryId }) }
    return db.version.findMany({ where, orderBy: { sequence: 'asc' }, omit: { content: false } })
  }

  async memoryIds(): Promise<string[]> {
    return [...new Set((await this.versions()).map(({ memoryId }) => memoryId))]
  }

  /** What there is to review, and whether each is listed. */
  async changes(): Promise<ChangeToReview[]> {
    return changesToReview(await this.memoryIds())
  }

  async run(command: Command): Promise<void> {
    try {
      await this.does(command)
    } catch (error) {
      // A path is taken, or nothing is there.
      if (!isRefusal(error)) throw error
    }
  }

  private async does(command: Command): Promise<unknown> {
    const { storeId } = this
    const cause: Cause = command.isAgent ? AGENT : BY_PERSON
    const line = () => `${command.isAgent ? 'a' : 'p'}${++this.written}\n`
    if (command.type === 'create') {
      const content = line() + line()
      return createMemory({ storeId, path: command.path, content }, cause)
    }
    const versions = await this.versions()
    const ids = [...new Set(versions.map(({ memoryId }) => memoryId))]
    if (ids.length === 0) return
    const memoryId = ids[command.memory % ids.length] ?? ''
    switch (command.type) {
      case 'edit': {
        const { content } = await getMemory({ storeId, memoryId }, 'full')
        const lines = linesWithEnds(content).map((each) => each.replace(/\n?$/, '\n'))
        const added = Array.from({ length: command.add }, line)
        lines.splice(Math.min(command.at, lines.length), command.remove, ...added)
        const text = lines.join('')
        const ended = command.isEnded ? text : text.replace(/\n$/, '')
        return updateMemory({ storeId, memoryId, content: ended }, cause)
      }
      case 'move':
        return updateMemory({ storeId, memoryId, path: command.path }, cause)
      case 'remove':
        return removeMemory({ storeId, memoryId }, cause)
      case 'restore': {
        const versionId = versions[command.version % versions.length]?.id ?? ''
        return restoreVersion({ storeId, versionId }, cause)
      }
      case 'undo': {
        const { id = '' } = versions[command.version % versions.length] ?? {}
        return doPlan(storeId, { kind: 'undo', versionIds: [id] }, { hash: null }, cause)
      }
      case 'settle': {
        const settled = await this.decided(memoryId, command.back, command.older)
        if (settled) this.batchIds.push(...(await settle([settled], BY_PERSON)).batchIds)
        return
      }
      case 'undoSettle': {
        const batchId = this.batchIds[command.settle % Math.max(1, this.batchIds.length)]
        if (batchId === undefined) return
        return doPlan(storeId, { kind: 'undo', batchId }, { hash: null }, cause)
      }
    }
  }

  /** A decision about a memory: what goes back, or how far it was looked at. */
  async decided(memoryId: string, back: number[], older: number | null): Promise<Settled | null> {
    const [change] = await changesToReview([memoryId])
    if (!change) return null
    const { base, through, shown, hunks } = change
    const places = [...new Set(back.map((each) => each % hunks.length))]
    if (places.length > 0 || older === null) return { memoryId, base, through, shown, back: places }
    const since = (await this.versions(memoryId)).filter(({ sequence }) => sequence > (base ?? 0))
    return { memoryId, base, through: since[older % since.length]?.sequence ?? 0, back: [] }
  }

  /** Everything that a settle changes, but for numbers. */
  async state() {
    const rows = await db.memory.findMany({
      where: { storeId: this.storeId },
      orderBy: { id: 'asc' },
      omit: { content: false },
    })
    const heads = rows.map(({ id, path: at, content }) => [id, at, content])
    const marks = rows.flatMap((row) =>
      row.toReview === null ? [] : [[row.id, row.reviewedSequence, row.toReview, row.toReviewAt]],
    )
    const left = (await this.changes()).map((change) => [change.memoryId, change.left, change.head])
    return { heads, marks, left }
  }
}

const linesOf = (content: string | null) =>
  linesWithEnds(content ?? '').map((line) => line.replace(/\n$/, ''))

/** Every version of an agent that no standing settle covers lies beyond the mark's base, up to its last. */
async function expectMarks(world: World): Promise<void> {
  const { storeId } = world
  const reviews = await db.review.findMany({ where: { storeId, endedAt: null } })
  for (const memory of await db.memory.findMany({ where: { storeId } })) {
    const own = reviews.filter(({ memoryId }) => memoryId === memory.id)
    const versions = await world.versions(memory.id)
    const open = versions.filter(
      ({ side, sequence }) =>
        side === 'agent' &&
        !own.some(
          ({ fromSequence, throughSequence }) =>
            sequence > (fromSequence ?? 0) && sequence <= throughSequence,
        ),
    )
    for (const { sequence } of open) {
      expect(sequence).toBeGreaterThan(memory.reviewedSequence ?? 0)
      expect(sequence).toBeLessThanOrEqual(memory.toReview ?? 0)
    }
    if (memory.toReview === null) continue
    const last = versions.find(({ sequence }) => sequence === memory.toReview)
    expect(last).toMatchObject({ side: 'agent', createdAt: memory.toReviewAt })
  }
}

/** No line that an agent brought since the base, and every line that people left. */
async function expectLeft(world: World, change: ChangeToReview): Promise<void> {
  const versions = await world.versions(change.memoryId)
  const base = versions.find(({ sequence }) => sequence === change.base)
  const since = versions.filter(({ sequence }) => sequence > (change.base ?? 0))
  const left = new Set(linesOf(base?.content ?? null))
  const agents = new Set<string>()
  const twofold = new Set<string>()
  const taken = new Set<string>()
  let before = [...left]
  for (const { side, content } of since) {
    const now = linesOf(content)
    for (const line of before.filter((each) => !now.includes(each))) {
      if (side === 'agent' && left.has(line)) taken.add(line)
      if (side !== 'agent' && !taken.has(line)) left.delete(line)
    }
    for (const line of now.filter((each) => !before.includes(each))) {
      if (side === 'agent' && !left.has(line)) agents.add(line)
      if (side !== 'agent' && !agents.has(line)) left.add(line)
      // What people removed and an agent brought back is there twice.
      if (side === 'agent' && line.startsWith('p') && !left.has(line)) twofold.add(line)
    }
    before = now
  }
  const shown = change.left && change.left !== 'redacted' ? change.left.lines : []
  const known = (lines: Iterable<string>) => [...lines].filter((line) => !twofold.has(line)).sort()
  expect(known(shown)).toEqual(known(left))
}

test('whatever is done, marks hold all that nobody looked at, and left sides what people left', async () => {
  const commands = fc.array(command, { minLength: 12, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const { id } = await createStore({ name: 'reviewed' })
      const world = new World(id)
      // There is something to work on from the first.
      await createMemory({ storeId: id, path: '/a', content: 'p\n' }, BY_PERSON)
      for (const each of all) await world.run(each)
      await expectMarks(world)
      const changes = await world.changes()
      for (const change of changes) {
        expect(change.hunks).not.toEqual([])
        expect(change.left).not.toEqual(change.head)
        await expectLeft(world, change)
      }
      const { groups } = await listToReview({ storeId: id })
      const listed = groups.flatMap(({ memories }) => memories.map(({ memoryId }) => memoryId))
      expect(listed.sort()).toEqual(changes.map(({ memoryId }) => memoryId).sort())
      expect(await countToReview([id])).toEqual({ memories: listed.length, held: 0 })
      expect(await contradictionsIn(id)).toEqual([])
    }),
    drawn({ sqlite: 40, postgresql: 8 }),
  )
}, 300_000)

test('all taken back is the left side, and the base to the byte where only agents wrote; undone it is as before', async () => {
  const commands = fc.array(command, { minLength: 4, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(commands, fc.array(fc.nat(3)), async (all, back) => {
      const { id: storeId } = await createStore({ name: 'reviewed' })
      const world = new World(storeId)
      for (const each of all) await world.run(each)
      const before = await world.state()
      for (const { memoryId, base, left, hunks } of await world.changes()) {
        for (const places of [[...hunks.keys()], back]) {
          const decided = await world.decided(memoryId, places, null)
          if (!decided) continue
          const settled = await settle([decided], BY_PERSON).catch((error: unknown) => {
            // Where it was lies another memory by now.
            expect(error).toMatchObject({ code: 'cannot_go_back' })
            return null
          })
          if (!settled) continue
          const again = settle([decided], BY_PERSON)
          await expect(again).rejects.toMatchObject({ code: 'reviewed_meanwhile' })
          if (decided.back.length === hunks.length) {
            const row = { where: { id: memoryId }, omit: { content: false } } as const
            const { path: at = null, content = null } = (await db.memory.findUnique(row)) ?? {}
            const lines = left && left !== 'redacted' ? left : null
            expect([at, linesOf(content)]).toEqual([lines?.path ?? null, lines?.lines ?? []])
            const versions = await world.versions(memoryId)
            const since = versions.filter(({ sequence }) => sequence > (base ?? 0))
            const was = versions.find(({ sequence }) => sequence === base)
            if (since.slice(0, -1).every(({ side }) => side === 'agent')) {
              expect(content).toBe(was?.content ?? null)
            }
          }
          const ask = { kind: 'undo', batchId: settled.batchIds[0] ?? '' } as const
          await doPlan(storeId, ask, { hash: null }, BY_PERSON)
          expect(await world.state()).toEqual(before)
        }
      }
    }),
    drawn({ sqlite: 16, postgresql: 4 }),
  )
}, 300_000)

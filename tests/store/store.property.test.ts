import fc from 'fast-check'
import { db } from '@/lib/db'
import { isRefusal } from '@/lib/refusal'
import { createMemory, putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { listMemories } from '@/lib/store/memories'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { headsAt } from '@/lib/store/past'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask } from '@/lib/store/plan/plan'
import { redactVersion } from '@/lib/store/redact/version'
import { search, searchHistory } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import { getVersion, listVersions, restoreVersion } from '@/lib/store/versions'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import { foldForSearch } from '@/lib/text/matches'
import { comparePaths } from '@/lib/text/memory-path'
import { drawn } from '@/tests/support/drawn'
import { expect, test } from '@/tests/support/fixtures'
import { type ModelVersion, Refused, StoreModel } from '@/tests/support/store-model'

/** Few, overlapping paths and few words, so that commands meet. */
const path = fc.constantFrom('/a', '/a/b', '/a/b/c', '/a/d', '/a-b', '/b', '/b/x', '/b/y/z', '/c')
const WORDS = ['alpha', 'бета', '감마값', '🎉🎉🎉', 'delta']
const content = fc
  .array(fc.constantFrom(...WORDS, '', 'line'), { maxLength: 6 })
  .map((lines) => lines.join('\n'))
const index = fc.nat({ max: 30 })
const session = fc.nat({ max: 2 })
const several = fc.array(index, { minLength: 1, maxLength: 4 })
const isForced = fc.boolean()

const of = <T extends string, R extends object>(
  type: T,
  fields: { [K in keyof R]: fc.Arbitrary<R[K]> },
) =>
  fc.record({ type: fc.constant(type), session, ...fields }) as fc.Arbitrary<
    { type: T; session: number } & R
  >

const maybe = <T>(some: fc.Arbitrary<T>, freq = 1) => fc.option(some, { nil: undefined, freq })

const command = fc.oneof(
  { weight: 6, arbitrary: of('create', { path, content }) },
  { weight: 3, arbitrary: of('put', { path, content }) },
  {
    weight: 6,
    arbitrary: of('update', {
      memory: index,
      path: maybe(path),
      content: maybe(content),
      expected: maybe(content, 2),
    }),
  },
  { weight: 2, arbitrary: of('remove', { memory: index }) },
  { weight: 1, arbitrary: of('removeAll', { memories: several }) },
  { weight: 3, arbitrary: of('move', { path, to: path }) },
  { weight: 2, arbitrary: of('restoreVersion', { version: index }) },
  { weight: 1, arbitrary: of('restoreStore', { at: index }) },
  { weight: 2, arbitrary: of('undoSession', { of: session, isForced }) },
  { weight: 2, arbitrary: of('undo', { versions: several, isForced }) },
  { weight: 2, arbitrary: of('redact', { version: index }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

const sessionId = (session: number) => `sesn_11111111111111111111111${session}`

const causeOf = (session: number): Cause => ({ ...BY_PERSON, sessionId: sessionId(session) })

/** The store beside the model; memories and versions are named by their order. */
class Pair {
  readonly model = new StoreModel()

  constructor(readonly storeId: string) {}

  async run(command: Command): Promise<void> {
    const ids = await this.ids()
    const moments = [...this.model.moments]
    const expected = outcome(() => this.onModel(command))
    if (this.model.sequence > (moments.at(-1) ?? 0)) this.model.moments.push(this.model.sequence)
    const actual = await this.onStore(command, ids, moments).then(
      () => 'done',
      (error: unknown) => {
        if (isRefusal(error)) return error.code
        throw error
      },
    )
    expect(actual, JSON.stringify(command)).toBe(expected)
  }

  private onModel(command: Command): void {
    const { model } = this
    const { session } = command
    const memory = (at: number) => at % Math.max(1, model.memoryCount)
    const version = (at: number) => model.versions[at % model.versions.length] as ModelVersion
    if (command.type !== 'create' && command.type !== 'put' && model.memoryCount === 0) return
    switch (command.type) {
      case 'create':
        return model.create(command, session)
      case 'put':
        return model.put(command, session)
      case 'update':
        return model.update(memory(command.memory), command, command.expected, session)
      case 'remove':
        return model.remove(memory(command.memory), session)
      case 'removeAll':
        return model.removeAll(command.memories.map(memory), session)
      case 'move':
        return model.move(command.path, command.to, session)
      case 'restoreVersion':
        return model.restoreVersion(version(command.version), session)
      case 'restoreStore':
        return model.restoreStore(model.moments[command.at % model.moments.length] ?? 0, session)
      case 'undoSession': {
        const own = model.versions.filter((each) => each.session === command.of)
        return model.undo(own, command.isForced, session)
      }
      case 'undo':
        return model.undo(command.versions.map(version), command.isForced, session)
      case 'redact':
        return model.redact(version(command.version))
    }
  }

  /** Ids as they are before a command, in the order of their first versions. */
  private async ids(): Promise<{ memories: string[]; versions: string[] }> {
    const rows = await db.version.findMany({
      where: { storeId: this.storeId },
      orderBy: { sequence: 'asc' },
      select: { id: true, memoryId: true },
    })
    const memories = [...new Set(rows.map(({ memoryId }) => memoryId))]
    return { memories, versions: rows.map(({ id }) => id) }
  }

  private async onStore(
    command: Command,
    ids: { memories: string[]; versions: string[] },
    moments: readonly number[],
  ): Promise<unknown> {
    const { storeId } = this
    const memory = (at: number) => ids.memories[at % ids.memories.length] ?? ''
    const version = (at: number) => ids.versions[at % ids.versions.length] ?? ''
    const cause = causeOf(command.session)
    if (command.type === 'create') return createMemory({ storeId, ...command }, cause)
    if (command.type === 'put') return putMemory({ storeId, ...command }, cause)
    if (ids.memories.length === 0) return
    switch (command.type) {
      case 'update': {
        const { expected } = command
        const precondition = expected === undefined ? undefined : sha256Hex(expected)
        const memoryId = memory(command.memory)
        return updateMemory({ ...command, storeId, memoryId, precondition }, cause)
      }
      case 'remove':
        return removeMemory({ storeId, memoryId: memory(command.memory) }, cause)
      case 'removeAll':
        return this.plan({ kind: 'delete', memoryIds: command.memories.map(memory) }, cause)
      case 'move':
        return this.plan({ kind: 'move', moves: [{ from: command.path, to: command.to }] }, cause)
      case 'restoreVersion':
        return restoreVersion({ storeId, versionId: version(command.version) }, cause)
      case 'restoreStore':
        return this.plan({ kind: 'restore', at: moments[command.at % moments.length] ?? 0 }, cause)
      case 'undoSession':
        return this.plan(
          { kind: 'undo', sessionId: sessionId(command.of) },
          cause,
          command.isForced,
        )
      case 'undo':
        return this.plan(
          { kind: 'undo', versionIds: command.versions.map(version) },
          cause,
          command.isForced,
        )
      case 'redact':
        return redactVersion({ storeId, versionId: version(command.version) }, cause)
    }
  }

  /** What was shown is what is done: the plan, and then what it says. */
  private async plan(ask: Ask, cause: Cause, isForced = false): Promise<void> {
    const { storeId } = this
    const { plan } = await planOf(storeId, ask)
    const rows = plan.rows.filter(({ group }) => group === 'conflict')
    const answers = Object.fromEntries(rows.map(({ id }) => [id, 'take' as const]))
    const { hash } = plan
    await doPlan(storeId, ask, isForced ? { hash, answers } : { hash }, cause)
  }

  async compareAll(): Promise<void> {
    await this.compareVersions()
    for (const sequence of this.model.moments) await this.compareTree(sequence)
    await this.compareTree(undefined)
    await this.compareSearches()
  }

  private async compareVersions(): Promise<void> {
    const { storeId } = this
    const { memories, versions } = await this.ids()
    const actual: ModelVersion[] = []
    for (const versionId of versions) {
      const version = await getVersion({ storeId, versionId })
      const { sequence, operation, content } = version
      actual.push({
        sequence,
        operation,
        path: version.path,
        content,
        memory: memories.indexOf(version.memoryId),
        isRedacted: version.redactedAt !== null,
        session: Number(version.sessionId?.at(-1)),
      })
    }
    expect(actual).toEqual(this.model.versions)
    const listed = await listVersions({ storeId, limit: 1_000 })
    expect(listed.items.map(({ id }) => id)).toEqual(versions.toReversed())
  }

  private async compareTree(at: number | undefined): Promise<void> {
    const { storeId, model } = this
    const tree = model.treeAt(at ?? model.sequence)
    const sorted = [...tree].sort(([one], [other]) => comparePaths(one, other))
    const { items } = await listMemories({ storeId, limit: 100, at }, 'full')
    expect(items.map((item) => ('kind' in item ? null : [item.path, item.content]))).toEqual(sorted)
    const heads = await headsAt(storeId, at ?? model.sequence)
    expect(heads.map((head) => head.path)).toEqual(sorted.map(([each]) => each))
    for (const folder of ['', '/a', '/a/b', '/b', '/b/y']) {
      await this.compareChildren(tree, folder, at)
    }
    if (at !== undefined) return
    const { memoryCount, byteSize } = await getStore(storeId)
    const size = sorted.reduce((sum, [, text]) => sum + utf8Size(text), 0)
    expect({ memoryCount, byteSize }).toEqual({ memoryCount: tree.size, byteSize: size })
  }

  private async compareChildren(
    tree: ReadonlyMap<string, string>,
    folder: string,
    at: number | undefined,
  ): Promise<void> {
    const { storeId } = this
    const within = [...tree.keys()].filter((each) => each.startsWith(`${folder}/`))
    const children = new Set(within.map((each) => childOf(folder, each)))
    // Small pages, so that the cursor is tried as well.
    const listed: string[] = []
    let after: string | undefined
    do {
      const asked = { storeId, prefix: `${folder}/`, depth: 1 as const, limit: 2, after, at }
      const page = await listMemories(asked, 'basic')
      listed.push(...page.items.map((item) => item.path))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(listed).toEqual([...children].sort(comparePaths))
  }

  private async compareSearches(): Promise<void> {
    const { storeId, model } = this
    const middle = model.moments[Math.floor(model.moments.length / 2)] ?? 0
    for (const word of WORDS) {
      const query = word.toUpperCase()
      const holds = (text: string) => foldForSearch(text).includes(foldForSearch(query))
      for (const at of [undefined, middle]) {
        const tree = [...model.treeAt(at ?? model.sequence)]
        const wanted = tree.filter(([, text]) => holds(text)).map(([each]) => each)
        const { hits } = await search({ storeId, query, at, limit: 100 })
        expect(hits.map(({ memory }) => memory.path)).toEqual(wanted.sort(comparePaths))
      }
      const { hits } = await searchHistory({ storeId, query, limit: 100 })
      const found = hits.flatMap(({ appearances }) =>
        appearances.map(({ from, until }) => [from.sequence, until?.sequence]),
      )
      expect(found.sort(byFirst)).toEqual(appearancesIn(model, holds).sort(byFirst))
    }
  }
}

/** What lies in a folder on the way to a path: the path itself, or the next folder with its `/`. */
function childOf(folder: string, each: string): string {
  const slash = each.indexOf('/', folder.length + 1)
  return slash === -1 ? each : each.slice(0, slash + 1)
}

const byFirst = (one: (number | undefined)[], other: (number | undefined)[]) =>
  (one[0] ?? 0) - (other[0] ?? 0)

function appearancesIn(model: StoreModel, holds: (text: string) => boolean) {
  return model.memories().flatMap((memory) => {
    const found: [number, number | undefined][] = []
    let isIn = false
    for (const { content: text, sequence } of model.versionsOf(memory)) {
      const isThere = text !== null && holds(text)
      const last = found.at(-1)
      if (isThere && !isIn) found.push([sequence, undefined])
      if (!isThere && isIn && last) last[1] = sequence
      isIn = isThere
    }
    return found
  })
}

function outcome(run: () => void): string {
  try {
    run()
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

test('drawn commands leave the heads, versions, trees of every moment and finds of a plain model, and are refused where it refuses them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 30 }), async (commands) => {
      const { id } = await createStore({ name: 'drawn' })
      const pair = new Pair(id)
      for (const each of commands) await pair.run(each)
      await pair.compareAll()
    }),
    drawn({ sqlite: 25, postgresql: 4 }),
  )
}, 600_000)

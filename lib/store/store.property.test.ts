import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { comparePaths } from '@/lib/text/memory-path'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { foldForSearch } from '@/lib/text/fold'
import { onBothDatabases } from '@/tests/support/databases'
import { Refused, StoreModel, type ModelVersion } from '@/tests/support/store-model'
import type { Cause } from './model/actor'
import { compactionFinished } from './background/compaction'
import { createMemory, removeMemory, updateMemory } from './memories/change-memories'
import { createStore } from './stores/change-stores'
import { getVersion, listVersions } from './versions/read-versions'
import { listMemories } from './memories/read-memories'
import { movePath, removePath } from './memories/change-paths'
import { StoreError } from './model/problems'
import { redactVersion } from './redaction/redact-version'
import { restoreStore } from './undo/restore-store'
import { restoreVersion } from './versions/restore-version'
import { searchHistory } from './search/search-history'
import { searchStore } from './search/search-store'
import { compressAll } from './background/version-compressor'
import { undoChanges } from './undo/undo-changes'

/** Few, overlapping paths and few words, so that commands interact. */
const path = fc.constantFrom('/a', '/a/b', '/a/b/c', '/a/d', '/a-b', '/b', '/b/x', '/b/y/z', '/c')
const WORDS = ['alpha', 'бета', '감마값', '🎉🎉🎉', 'delta']
const content = fc
  .array(fc.constantFrom(...WORDS, '', 'line'), { maxLength: 6 })
  .map((lines) => lines.join('\n'))
const index = fc.nat({ max: 30 })
const session = fc.nat({ max: 2 })

const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('create' as const), path, content, session }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('update' as const),
      memory: index,
      path: fc.option(path, { nil: undefined }),
      content: fc.option(content, { nil: undefined }),
      expected: fc.option(content, { nil: undefined, freq: 2 }),
      session,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('remove' as const), memory: index, session }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('removePath' as const), path, session }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('movePath' as const), path, newPath: path, session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('restoreVersion' as const), version: index, session }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('restoreStore' as const), at: index, session }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('undo' as const),
      of: fc.oneof(
        fc.record({ session }),
        fc.record({ versions: fc.array(index, { minLength: 1, maxLength: 4 }) }),
      ),
      isForced: fc.boolean(),
      session,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('redact' as const), version: index }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('compress' as const) }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

const causeOf = (session: number): Cause => ({
  actor: { type: 'api_key', id: 'apikey_111111111111111111111111' },
  sessionId: `sesn_11111111111111111111111${session}`,
})

/** The store next to the model; memories and versions are identified by their order. */
class Pair {
  readonly model = new StoreModel()

  constructor(
    readonly db: Database,
    readonly storeId: string,
  ) {}

  async run(command: Command): Promise<void> {
    const momentsBefore = this.model.moments.length
    const expected = outcome(() => this.runOnModel(command))
    if (this.model.sequence > (this.model.moments.at(-1) ?? 0)) {
      this.model.moments.push(this.model.sequence)
    }
    this.momentCount = momentsBefore
    const actual = await this.runOnStore(command).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof StoreError) return error.problem.kind
        throw error
      },
    )
    expect(actual, JSON.stringify(command)).toBe(expected)
  }

  private version(at: number): ModelVersion | undefined {
    const { versions } = this.model
    return versions[at % Math.max(1, versions.length)]
  }

  private memory(at: number): number {
    return at % Math.max(1, this.model.memoryCount)
  }

  private runOnModel(command: Command): void {
    const { model } = this
    if (model.memoryCount === 0 && command.type !== 'create') return
    switch (command.type) {
      case 'create':
        return model.create(command, command.session)
      case 'update':
        return model.update(this.memory(command.memory), command, command.expected, command.session)
      case 'remove':
        return model.remove(this.memory(command.memory), command.session)
      case 'removePath':
        return model.removePath(command.path, command.session)
      case 'movePath':
        return model.movePath(command.path, command.newPath, command.session)
      case 'restoreVersion': {
        const version = this.version(command.version)
        return version && model.restoreVersion(version, command.session)
      }
      case 'restoreStore':
        return model.restoreStore(
          model.moments[command.at % model.moments.length] ?? 0,
          command.session,
        )
      case 'undo':
        return model.undo(this.chosen(command.of), command.isForced, command.session)
      case 'redact': {
        const version = this.version(command.version)
        return version && model.redact(version)
      }
      case 'compress':
        return
    }
  }

  private chosen(of: { session: number } | { versions: number[] }): ModelVersion[] {
    if ('session' in of) {
      return this.model.versions.filter((version) => version.session === of.session)
    }
    return [...new Set(of.versions.flatMap((each) => this.version(each) ?? []))]
  }

  private momentCount = 1
  private memoryIds: string[] = []
  private versionIds: string[] = []
  private before = { memoryCount: 0, versionCount: 0 }

  /** Ids as before the command: the model has run already. */
  private async refresh(): Promise<void> {
    const rows = await this.db.read.all<{ id: string; memory_id: string }>(
      `SELECT v.id, m.id AS memory_id FROM memory_versions v JOIN memories m ON m.key = v.memory_key
       JOIN memory_stores s ON s.key = v.store_key WHERE s.id = ? ORDER BY v.sequence`,
      [this.storeId],
    )
    this.versionIds = rows.map((row) => row.id)
    this.memoryIds = [...new Set(rows.map((row) => row.memory_id))]
    this.before = { memoryCount: this.memoryIds.length, versionCount: rows.length }
  }

  private async runOnStore(command: Command): Promise<void> {
    await this.refresh()
    const { db, storeId, before } = this
    const memoryId = (at: number) => this.memoryIds[at % Math.max(1, before.memoryCount)] ?? ''
    const versionId = (at: number) => this.versionIds[at % Math.max(1, before.versionCount)] ?? ''
    const cause = causeOf('session' in command ? command.session : 0)
    if (before.memoryCount === 0 && command.type !== 'create') return
    switch (command.type) {
      case 'create':
        await createMemory(db, { storeId, path: command.path, content: command.content, cause })
        return
      case 'update':
        await updateMemory(db, {
          storeId,
          memoryId: memoryId(command.memory),
          path: command.path,
          content: command.content,
          precondition:
            command.expected === undefined
              ? undefined
              : { contentSha256: sha256Hex(utf8Bytes(command.expected)) },
          cause,
        })
        return
      case 'remove':
        await removeMemory(db, { storeId, memoryId: memoryId(command.memory), cause })
        return
      case 'removePath':
        await removePath(db, { storeId, path: command.path, cause })
        return
      case 'movePath':
        await movePath(db, { storeId, path: command.path, newPath: command.newPath, cause })
        return
      case 'restoreVersion':
        await restoreVersion(db, { storeId, versionId: versionId(command.version), cause })
        return
      case 'restoreStore': {
        const sequence = this.model.moments[command.at % this.momentCount] ?? 0
        await restoreStore(db, { storeId, at: { sequence }, cause })
        return
      }
      case 'undo':
        await undoChanges(db, {
          storeId,
          changes:
            'session' in command.of
              ? { sessionId: causeOf(command.of.session).sessionId ?? '' }
              : { versionIds: command.of.versions.map(versionId) },
          isForced: command.isForced,
          cause,
        })
        return
      case 'redact':
        await redactVersion(db, { storeId, versionId: versionId(command.version), cause })
        return
      case 'compress':
        await compressAll(db)
    }
  }

  async compareAll(): Promise<void> {
    await this.compareVersions()
    await this.compareTrees()
    await this.compareSearches()
  }

  private async compareVersions(): Promise<void> {
    const { versions } = await listVersions(this.db, { storeId: this.storeId, limit: 1000 })
    const memories = [...new Set(versions.toReversed().map((version) => version.memoryId))]
    const actual: unknown[] = []
    for (const { id, memoryId } of versions.toReversed()) {
      const version = await getVersion(this.db, { storeId: this.storeId, versionId: id })
      actual.push({
        sequence: version.sequence,
        memory: memories.indexOf(memoryId),
        operation: version.operation,
        path: version.path,
        content: version.content,
        isRedacted: version.redactedAt !== null,
        session: Number(version.sessionId?.at(-1)),
      })
      if (version.content !== null) {
        expect(version.sha256).toBe(sha256Hex(utf8Bytes(version.content)))
      }
    }
    expect(actual).toEqual(this.model.versions)
  }

  private async compareTrees(): Promise<void> {
    for (const sequence of this.model.moments) {
      await this.compareTree(this.model.treeAt(sequence), { sequence })
    }
    const live = this.model.treeAt(this.model.sequence)
    await this.compareTree(live, undefined)
    const bytes = [...live.values()].reduce((sum, text) => sum + utf8Bytes(text).length, 0)
    const { memories, size } = await totals(this.db, this.storeId)
    expect({ memories, size }).toEqual({ memories: live.size, size: bytes })
  }

  private async compareTree(
    tree: Map<string, string>,
    at: { sequence: number } | undefined,
  ): Promise<void> {
    const { db, storeId } = this
    const flat = await listMemories(db, {
      storeId,
      directory: '',
      depth: 'all',
      view: 'full',
      limit: 100,
      at,
    })
    expect(
      flat.entries.map((entry) =>
        entry.type === 'memory' ? [entry.memory.path, entry.memory.content] : null,
      ),
    ).toEqual([...tree].sort(([one], [other]) => comparePaths(one, other)))
    for (const directory of ['', '/a', '/a/b', '/b', '/b/y']) {
      await this.compareDirectory(tree, directory, at)
    }
  }

  private async compareDirectory(
    tree: Map<string, string>,
    directory: string,
    at: { sequence: number } | undefined,
  ): Promise<void> {
    const children = new Map<string, { count: number; bytes: number } | null>()
    for (const [path, text] of tree) {
      if (!path.startsWith(`${directory}/`)) continue
      const [name, ...deeper] = path.slice(directory.length + 1).split('/')
      if (deeper.length === 0) children.set(path, null)
      else {
        const child = `${directory}/${name}/`
        const known = children.get(child) ?? { count: 0, bytes: 0 }
        children.set(child, {
          count: known.count + 1,
          bytes: known.bytes + utf8Bytes(text).length,
        })
      }
    }
    const expected = [...children]
      .sort(([one], [other]) => comparePaths(one, other))
      .map(([child, sum]) => (sum && at ? [child, { count: null, bytes: null }] : [child, sum]))
    // Small pages, to exercise the cursor as well.
    const actual: unknown[] = []
    let after: string | undefined
    do {
      const page = await listMemories(this.db, {
        storeId: this.storeId,
        directory,
        depth: 'children',
        limit: 2,
        after,
        at,
      })
      for (const entry of page.entries) {
        actual.push(
          entry.type === 'memory'
            ? [entry.memory.path, null]
            : [
                entry.directory.path,
                { count: entry.directory.memoryCount, bytes: entry.directory.byteSize },
              ],
        )
      }
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(actual).toEqual(expected)
  }

  private async compareSearches(): Promise<void> {
    const { db, storeId, model } = this
    const live = model.treeAt(model.sequence)
    const middle = model.moments[Math.floor(model.moments.length / 2)] ?? 0
    for (const word of WORDS) {
      const query = word.toUpperCase()
      const holds = (text: string) => foldForSearch(text).includes(foldForSearch(query))
      const found = await searchStore(db, { storeId, query, limit: 100 })
      expect(found.hits.map((hit) => hit.memory.path).sort()).toEqual(
        [...live]
          .filter(([, text]) => holds(text))
          .map(([path]) => path)
          .sort(),
      )
      const then = await searchStore(db, { storeId, query, limit: 100, at: { sequence: middle } })
      expect(then.hits.map((hit) => hit.memory.path).sort()).toEqual(
        [...model.treeAt(middle)]
          .filter(([, text]) => holds(text))
          .map(([path]) => path)
          .sort(),
      )
      const history = await searchHistory(db, { storeId, query, limit: 100 })
      expect(
        history.hits
          .flatMap((hit) =>
            hit.appearances.map(({ from, until }) => [from.sequence, until?.sequence]),
          )
          .sort(byFirst),
      ).toEqual(appearances(model, holds).sort(byFirst))
    }
  }
}

const byFirst = (one: (number | undefined)[], other: (number | undefined)[]) =>
  (one[0] ?? 0) - (other[0] ?? 0)

function appearances(model: StoreModel, holds: (text: string) => boolean) {
  return model.memories().flatMap((memory) => {
    const found: [number, number | undefined][] = []
    let isOpen = false
    for (const version of model.versionsOf(memory)) {
      const isPresent = version.content !== null && holds(version.content)
      if (isPresent && !isOpen) found.push([version.sequence, undefined])
      const last = found.at(-1)
      if (!isPresent && isOpen && last) last[1] = version.sequence
      isOpen = isPresent
    }
    return found
  })
}

function outcome(run: () => void): string {
  try {
    run()
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.kind
    throw error
  }
}

async function totals(db: Database, storeId: string) {
  const row = await db.read.get<{ memories: number; size: number }>(
    `SELECT memory_count AS memories, byte_size AS size
     FROM memory_stores WHERE id = ?`,
    [storeId],
  )
  return row ?? { memories: 0, size: 0 }
}

onBothDatabases((current) => {
  test('random commands produce the heads, versions, trees of every moment and search results of a plain model, and are refused whenever it refuses them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 30 }), async (commands) => {
        const db = current()
        const store = await createStore(db, { name: 'property' })
        const pair = new Pair(db, store.id)
        for (const each of commands) await pair.run(each)
        await pair.compareAll()
        await compressAll(db)
        await pair.compareAll()
      }),
      { numRuns: current().kind === 'sqlite' ? Number(process.env.FC_RUNS ?? 60) : 8 },
    )
    await compactionFinished(current())
    expect(await current().integrityProblems()).toEqual([])
  }, 300_000)
})

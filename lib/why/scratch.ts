import { db, turn as pace } from '@/lib/db'
import { planCall, type PlannedOnFiles, refusedSteps, type ToolCall } from '@/lib/memory-tool/calls'
import type { StaleLook } from '@/lib/memory-tool/documents'
import type {
  FileAddress,
  FileEntry,
  FileText,
  FoundFiles,
  MemoryFiles,
} from '@/lib/memory-tool/files'
import type { Mount } from '@/lib/memory-tool/paths'
import { type Head, headsAt } from '@/lib/store/past'
import { limitReached, pastLimit } from '@/lib/store/model/limits'
import type { Store } from '@/lib/store/model/model'
import { checkContent, checkPath, checkSize, pathConflict } from '@/lib/store/model/problems'
import type { Step } from '@/lib/store/plan/plan'
import { searchIn } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import { versionTexts } from '@/lib/store/versions'
import { stateOf } from '@/lib/store/write/head'
import { versionsLeft } from '@/lib/store/write/write-version'
import { linesWithEnds, splitLines } from '@/lib/text/lines'
import { keptIn } from '@/lib/text/lists'
import { matchingLines } from '@/lib/text/matching-lines'
import { comparePaths, overlaps } from '@/lib/text/memory-path'

/** Stores as they stood, without what is hidden, for an agent to read and write; the stores stay as they are. */

/** What is not shown: whole memories by their ids, and of others lines by their numbers at the turn's start. */
export interface Hidden {
  memories: ReadonlySet<string>
  lines: ReadonlyMap<string, ReadonlySet<number>>
}

export const NOTHING_HIDDEN: Hidden = { memories: new Set(), lines: new Map() }

/** A store's number, at which it is looked at. */
interface StoreState {
  storeId: string
  sequence: number
}

/** What stood in stores at their numbers, read once for all scratches of a turn. */
export class Past {
  readonly #heads = new Map<string, Promise<readonly Head[]>>()
  /** by what is hidden: a turn's calls are asked again one after the other, most of them on the same state */
  readonly #entries = new WeakMap<Hidden, Map<string, Promise<Entries>>>()
  readonly #texts = new Map<string, string>()
  readonly #stores = new Map<string, Promise<{ store: Store; versionsLeft: number }>>()
  /** the texts whose lines are counted, by memory */
  readonly #bases = new Map<string, readonly string[]>()

  heads({ storeId, sequence }: StoreState): Promise<readonly Head[]> {
    return keptIn(this.#heads, `${storeId}@${sequence}`, () => headsAt(storeId, sequence))
  }

  /** What stood in a store, by path, without what is hidden. */
  entries(state: StoreState, hidden: Hidden): Promise<Entries> {
    const all = keptIn(this.#entries, hidden, () => new Map<string, Promise<Entries>>())
    const key = `${state.storeId}@${state.sequence}`
    return keptIn(all, key, () => this.#entriesWithout(state, hidden))
  }

  async #entriesWithout(state: StoreState, hidden: Hidden): Promise<Entries> {
    const entries = new Map<string, Entry>()
    for (const { memoryId, versionId, path, sha256, size } of await this.heads(state)) {
      if (hidden.memories.has(memoryId)) continue
      const lines = hidden.lines.get(memoryId)
      const entry = { memoryId, versionId, path, sha256, size, content: null }
      entries.set(path, lines ? await withoutLines(this, entry, lines) : entry)
      await pace()
    }
    return entries
  }

  store(storeId: string) {
    return keptIn(this.#stores, storeId, async () => {
      const store = await getStore(storeId)
      return { store, versionsLeft: await versionsLeft(db, store) }
    })
  }

  /** The texts of versions; one that cannot be read is empty. */
  async texts(versionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const missing = versionIds.filter((id) => !this.#texts.has(id))
    const read = await versionTexts(missing)
    for (const id of missing) this.#texts.set(id, read.get(id) ?? '')
    return this.#texts
  }

  async text(versionId: string): Promise<string> {
    return (await this.texts([versionId])).get(versionId) ?? ''
  }

  /** The text of a version that was read already. */
  known(versionId: string): string {
    return this.#texts.get(versionId) ?? ''
  }

  /** Says in which text of a memory the lines are counted that are hidden of it. */
  countLinesIn(memoryId: string, text: string): void {
    this.#bases.set(memoryId, splitLines(text))
  }

  /** The lines of that text. */
  linesCountedIn(memoryId: string): readonly string[] {
    return this.#bases.get(memoryId) ?? []
  }

  /** The numbers that hidden lines of a memory had in one of its texts. */
  linesIn(memoryId: string, text: string, lines: ReadonlySet<number>): ReadonlySet<number> {
    const own = splitLines(text)
    const pairs = matchingLines(own, this.#bases.get(memoryId) ?? own)
    return new Set(pairs.flatMap(({ before, after }) => (lines.has(after + 1) ? before + 1 : [])))
  }

  /** A text of a memory without the lines that are hidden of it. */
  without(memoryId: string, text: string, lines: ReadonlySet<number>): string {
    const gone = this.linesIn(memoryId, text, lines)
    return linesWithEnds(text)
      .filter((_, index) => !gone.has(index + 1))
      .join('')
  }
}

/** A memory in a scratch. `content`: null where it is the version's and was not read. */
interface Entry {
  memoryId: string
  /** '' once it was written here */
  versionId: string
  path: string
  sha256: string
  size: number
  content: string | null
}

type Entries = ReadonlyMap<string, Entry>

/** What was written in a scratch: a text of a memory before and after; null: it was not there. */
export interface ScratchChange {
  storeId: string
  path: string
  before: string | null
  after: string | null
}

/** One store of a scratch. */
interface Laid {
  store: Store
  /** versions that may still be written */
  room: number
  entries: Entries
}

/** One that a call is about to change. */
interface Draft extends Laid {
  entries: Map<string, Entry>
}

/** The files that an agent works on when its turn is asked again. */
export class Scratch implements MemoryFiles {
  readonly #before = new Map<string, ScratchChange>()

  private constructor(
    private readonly past: Past,
    private readonly stores: ReadonlyMap<string, Laid>,
  ) {}

  /** These stores at their numbers, without what is hidden. Refuses `store_not_found`. */
  static async at(past: Past, states: readonly StoreState[], hidden: Hidden): Promise<Scratch> {
    const laid = states.map(async (state): Promise<[string, Laid]> => {
      const { store, versionsLeft: room } = await past.store(state.storeId)
      return [state.storeId, { store, room, entries: await past.entries(state, hidden) }]
    })
    return new Scratch(past, new Map(await Promise.all(laid)))
  }

  async read({ storeId, path }: FileAddress): Promise<FileText | null> {
    const entry = this.stores.get(storeId)?.entries.get(path)
    if (!entry) return null
    const { versionId: id, memoryId, sha256 } = entry
    return { id, memoryId, storeId, content: await this.#textOf(entry), sha256 }
  }

  entries({ storeId, path }: FileAddress): Promise<FileEntry[]> {
    return Promise.resolve(this.#those(storeId, (each) => each.startsWith(`${path}/`)))
  }

  exists({ storeId, path }: FileAddress): Promise<string | null> {
    const [first] = this.#those(storeId, (other) => overlaps(path, other))
    return Promise.resolve(first?.path ?? null)
  }

  documents({ storeId, path }: FileAddress, limit: number, after?: string): Promise<FileEntry[]> {
    const start = path.startsWith('/') ? path : `/${path}`
    const isAfter = (each: string) => after === undefined || comparePaths(each, after) > 0
    const found = this.#those(storeId, (each) => each.startsWith(start) && isAfter(each))
    return Promise.resolve(found.slice(0, limit))
  }

  async search(storeId: string, query: string, limit: number): Promise<FoundFiles> {
    const foundIn = searchIn(query)
    const entries = [...(this.stores.get(storeId)?.entries.values() ?? [])]
    await this.past.texts(
      entries.flatMap(({ content, versionId }) => (content === null ? versionId : [])),
    )
    const hits: FoundFiles['hits'] = []
    for (const entry of entries.sort(byPath)) {
      await pace()
      const found = foundIn({ path: entry.path, content: await this.#textOf(entry) })
      if (!found) continue
      if (hits.length === limit) return { hits, hasMore: true }
      hits.push({ memory: { path: entry.path }, matches: found.matches })
    }
    return { hits, hasMore: false }
  }

  /**
   * Does what a call was planned to do, all or nothing. Refuses what the store would refuse: `path_conflict`,
   * `content_too_large`, `limit_reached`, `invalid_input`; its rules are not asked.
   */
  async apply(storeId: string, steps: readonly Step[]): Promise<void> {
    const laid = this.stores.get(storeId)
    if (!laid) return
    const draft = { ...laid, entries: new Map(laid.entries) }
    for (const step of steps) {
      await pace()
      await this.#step(draft, step)
    }
    await this.#note(storeId, laid.entries, draft.entries)
    laid.entries = draft.entries
    laid.room = draft.room
  }

  /** What was written so far, by path. */
  async changes(): Promise<ScratchChange[]> {
    const all = [...this.#before.values()].map(async ({ storeId, path, before }) => {
      const after = (await this.read({ storeId, path }))?.content ?? null
      return { storeId, path, before, after }
    })
    const written = (await Promise.all(all)).filter(({ before, after }) => before !== after)
    return written.sort(byPath)
  }

  async #step(draft: Draft, step: Step): Promise<void> {
    const { entries, store } = draft
    checkPath(step.path)
    if (step.op === 'delete') {
      entries.delete(step.path)
      return
    }
    if (step.content !== undefined) checkContent(step.content)
    const from = step.op === 'rename' ? step.from : step.path
    const standing = entries.get(from)
    const content = step.content ?? (standing ? await this.#textOf(standing) : '')
    const { sha256, size } = stateOf(step.path, content)
    if (step.path !== standing?.path) {
      const inTheWay = [...entries.values()].find(
        (other) => other !== standing && overlaps(step.path, other.path),
      )
      if (inTheWay) throw pathConflict(step.path, { path: inTheWay.path, id: inTheWay.memoryId })
    }
    if (!standing && draft.room-- <= 0) throw limitReached('versions', store.limits.versions ?? 0)
    if (sha256 !== standing?.sha256) checkSize(step.path, size, store.limits.memoryBytes)
    const sizes = [...entries.values()].reduce((sum, each) => sum + each.size, 0)
    const by = { memories: standing ? 0 : 1, bytes: size - (standing?.size ?? 0) }
    const holds = { memoryCount: entries.size, byteSize: sizes, limits: store.limits }
    const refusal = pastLimit(holds, by, by)
    if (refusal) throw refusal
    const memoryId = standing?.memoryId ?? ''
    entries.delete(from)
    entries.set(step.path, { memoryId, versionId: '', path: step.path, sha256, size, content })
  }

  /** Keeps what stood where something is about to change first. */
  async #note(
    storeId: string,
    before: ReadonlyMap<string, Entry>,
    after: ReadonlyMap<string, Entry>,
  ): Promise<void> {
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const key = `${storeId} ${path}`
      if (before.get(path) === after.get(path) || this.#before.has(key)) continue
      const entry = before.get(path)
      const text = entry ? await this.#textOf(entry) : null
      this.#before.set(key, { storeId, path, before: text, after: null })
    }
  }

  #textOf({ content, versionId }: Entry): Promise<string> {
    return content === null ? this.past.text(versionId) : Promise.resolve(content)
  }

  #those(storeId: string, isMeant: (path: string) => boolean): FileEntry[] {
    const entries = [...(this.stores.get(storeId)?.entries.values() ?? [])]
    return entries
      .filter(({ path }) => isMeant(path))
      .map(({ path, size, sha256 }) => ({ path, size, sha256 }))
      .sort(byPath)
  }
}

async function withoutLines(past: Past, entry: Entry, lines: ReadonlySet<number>): Promise<Entry> {
  const content = past.without(entry.memoryId, await past.text(entry.versionId), lines)
  const { sha256, size } = stateOf(entry.path, content)
  return { ...entry, content, sha256, size }
}

const byPath = (one: { path: string }, other: { path: string }) =>
  comparePaths(one.path, other.path)

/** Carries a call out on a scratch, and answers it as a store would. Throws nothing for a mistake of the model. */
export async function callOn(
  scratch: Scratch,
  mounts: readonly Mount[],
  call: ToolCall,
  look: StaleLook,
): Promise<PlannedOnFiles> {
  const planned = await planCall(scratch, mounts, call, look)
  try {
    await scratch.apply(planned.storeId, planned.steps)
    return planned
  } catch (error) {
    return { ...planned, answer: refusedSteps(error, mounts, call), steps: [] }
  }
}

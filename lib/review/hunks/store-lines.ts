import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import { searchStore } from '@/lib/store/search/search-store'
import { chunked } from '@/lib/text/chunked'
import { comparedLine } from '@/lib/text/compared-line'
import { splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import type { MemoryFacts } from '../examining/examine-memory'
import { hunksOf } from './hunks-of'
import { memoriesWritten, sizeOfStore } from './sql/hunks'

/** Tells whether lines that some changes removed or added also stand elsewhere. */
export type LinesAround = Pick<MemoryFacts, 'stands' | 'isMoved' | 'existedBefore'>

/** The lines of the store that a changeset is of, for one step of examining it after the other. */
export type StoreLines = (changes: readonly ChangesetChange[]) => Promise<LinesAroundEach>

/** For each memory, its text after the change counts, not what others made of it since. */
export type LinesAroundEach = (change: ChangesetChange) => LinesAround

interface ChangedStore {
  /** of the changeset */
  id: string
  key: number
  storeKey: number
  storeId: string
}

/** Stores up to this size are always read; bytes. */
const SMALL_BYTES = 2_000_000

/** Searching for one line costs as much as reading this many bytes. */
const BYTES_PER_SEARCH = 100_000

/**
 * If a changeset takes several steps, the lines of a store up to this size are read only once;
 * bytes.
 */
const MAX_KEPT_BYTES = 64_000_000

/** Memories in which a line is looked for. */
const MAX_HITS = 20

/** Shorter searches are skipped: a few signs may stand for many letters. */
const MIN_SEARCHED = 6

/** Only this much of a longer line is looked for; it stands if another one holds all of it. */
const MAX_SHOWN = 150

/** Memories whose changes are read at once, to see what was moved to them. */
const MEMORIES_AT_ONCE = 20

/** Lines compared before others get their turn. */
const LINES_PER_TURN = 100

/**
 * Tells moved lines from lost ones: by reading the store, or by searching a large one for the few
 * lines that a change removed. Lines that were searched for stand if they are the same but for case
 * and what surrounds them. `steps`: how often it will be asked, about.
 */
export function storeLines(
  db: Database,
  changeset: ChangedStore,
  { steps, signal }: { steps: number; signal: AbortSignal | undefined },
): StoreLines {
  const source: Source = { db, changeset, signal, maybeYield: turns(signal) }
  let kept: StandingLines | null = null
  let own: ReadonlyMap<string, number> | null = null
  const moves = new Moves(source)
  return async (changes) => {
    const { removed, added, left } = await changedLines(changes, source.maybeYield)
    const wanted = new Set([...removed.keys(), ...added])
    if (wanted.size === 0) return () => NOTHING_AROUND
    const standsIn = (standing: StandingLines) => (memoryId: string, line: string) =>
      left.get(memoryId)?.has(line) === true ||
      [...(standing.get(line) ?? [])].some((id) => id !== memoryId)
    const size = await sizeOfStore(db.read, changeset.storeKey)
    const isKept = steps > 1 && size <= MAX_KEPT_BYTES
    const searches = removed.size * (isKept ? steps : 1)
    const isSearched = size > SMALL_BYTES && size > searches * BYTES_PER_SEARCH
    const ofChangeset = (own ??= await memoriesOfChangeset(source))
    const standing = isSearched
      ? await searched(source, removed)
      : (kept ?? (await read(source, isKept ? null : wanted)))
    if (isKept && !isSearched) kept = standing
    // Only what was removed is searched for: of other lines it is not known then.
    const isElsewhere = (line: string) =>
      !isSearched && [...(standing.get(line) ?? [])].some((id) => !ofChangeset.has(id))
    const stands = standsIn(standing)
    await moves.look({ changes, removed, standing, ofChangeset })
    return ({ memoryId }) => ({
      stands: (line) => stands(memoryId, line),
      isMoved: (line) => stands(memoryId, line) && moves.isAdded(line),
      existedBefore: (line) => removed.has(line) || isElsewhere(line),
    })
  }
}

/** Lines, as they are compared, with the memories they stand in. */
type StandingLines = ReadonlyMap<string, ReadonlySet<string>>

interface Source {
  db: Database
  changeset: ChangedStore
  signal: AbortSignal | undefined
  maybeYield: () => Promise<void>
}

const NOTHING_AROUND: LinesAround = {
  stands: () => false,
  isMoved: () => false,
  existedBefore: () => false,
}

interface Looked {
  changes: readonly ChangesetChange[]
  removed: ReadonlyMap<string, string>
  standing: StandingLines
  /** the keys of the changeset's memories, by their ids */
  ofChangeset: ReadonlyMap<string, number>
}

/**
 * The removed lines of a changeset that it added elsewhere. One that stands in a memory of an earlier
 * step, or examination, is looked for in what the changeset did there.
 */
class Moves {
  private readonly added = new Set<string>()

  constructor(private readonly source: Source) {}

  isAdded(line: string): boolean {
    return this.added.has(line)
  }

  async look({ changes, removed, standing, ofChangeset }: Looked): Promise<void> {
    if (removed.size === 0) return
    const here = new Set(changes.map(({ memoryId }) => memoryId))
    const others = new Set<number>()
    for (const line of removed.keys()) {
      for (const id of standing.get(line) ?? []) {
        const memoryKey = here.has(id) ? undefined : ofChangeset.get(id)
        if (memoryKey !== undefined) others.add(memoryKey)
      }
    }
    for (const change of changes) await this.note(change, removed)
    for (const part of chunked([...others], MEMORIES_AT_ONCE)) {
      for (const change of await this.changesOf(part)) await this.note(change, removed)
    }
  }

  private changesOf(memoryKeys: readonly number[]): Promise<ChangesetChange[]> {
    const { db, changeset, signal } = this.source
    return changesetChanges(db, {
      storeId: changeset.storeId,
      changesetId: changeset.id,
      memories: memoryKeys.map((memoryKey) => ({ memoryKey })),
      signal,
    })
  }

  /** Notes which of the removed lines a change added. */
  private async note(change: ChangesetChange, removed: ReadonlyMap<string, string>): Promise<void> {
    const lines = splitLines(change.after?.content ?? '')
    for (const { afterFrom, afterCount } of await hunksOf(change)) {
      for (const line of lines.slice(afterFrom, afterFrom + afterCount)) {
        const compared = comparedLine(line)
        if (compared !== null && removed.has(compared)) this.added.add(compared)
        await this.source.maybeYield()
      }
    }
  }
}

interface ChangedLines {
  /** as they are compared, with each as it was written */
  removed: Map<string, string>
  added: Set<string>
  /** by memory, what was removed at one place of its text and stands at another */
  left: Map<string, ReadonlySet<string>>
}

/**
 * The lines that changes removed and added. A change that creates a memory is skipped: it is never
 * routine, and moves nothing away.
 */
async function changedLines(
  changes: readonly ChangesetChange[],
  maybeYield: () => Promise<void>,
): Promise<ChangedLines> {
  const lines: ChangedLines = { removed: new Map(), added: new Set(), left: new Map() }
  for (const change of changes) {
    if (!change.before) continue
    const [was, is] = [change.before, change.after].map((side) => splitLines(side?.content ?? ''))
    const removedHere = new Set<string>()
    for (const { beforeFrom, beforeCount, afterFrom, afterCount } of await hunksOf(change)) {
      for (const line of was?.slice(beforeFrom, beforeFrom + beforeCount) ?? []) {
        const compared = comparedLine(line)
        if (compared !== null) {
          lines.removed.set(compared, line)
          removedHere.add(compared)
        }
        await maybeYield()
      }
      for (const line of is?.slice(afterFrom, afterFrom + afterCount) ?? []) {
        const compared = comparedLine(line)
        if (compared !== null) lines.added.add(compared)
        await maybeYield()
      }
    }
    lines.left.set(change.memoryId, await linesAmong(removedHere, is ?? [], maybeYield))
  }
  return lines
}

/** The wanted lines, as they are compared, that a text has. */
async function linesAmong(
  wanted: ReadonlySet<string>,
  text: readonly string[],
  maybeYield: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [index, line] of text.entries()) {
    if (index % LINES_PER_TURN === 0) await maybeYield()
    const compared = comparedLine(line)
    if (compared !== null && wanted.has(compared)) found.add(compared)
  }
  return found
}

/** The lines of all live memories, or the wanted ones among them, with the memories they stand in. */
async function read(
  { db, changeset, signal, maybeYield }: Source,
  wanted: ReadonlySet<string> | null,
): Promise<StandingLines> {
  const standing = new Map<string, Set<string>>()
  for await (const { id, content } of allMemories(db, { storeId: changeset.storeId, signal })) {
    for (const [index, line] of splitLines(content).entries()) {
      if (index % LINES_PER_TURN === 0) await maybeYield()
      const compared = comparedLine(line)
      if (compared === null || wanted?.has(compared) === false) continue
      const known = standing.get(compared)
      if (known) known.add(id)
      else standing.set(compared, new Set([id]))
    }
  }
  return standing
}

/** The lines among these that stand in a live memory, with the memories they stand in. */
async function searched(
  { db, changeset, signal }: Source,
  lines: ReadonlyMap<string, string>,
): Promise<StandingLines> {
  const standing = new Map<string, ReadonlySet<string>>()
  for (const [compared, line] of lines) {
    const query = line.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    if (query.length < MIN_SEARCHED) continue
    const { hits } = await searchStore(db, {
      storeId: changeset.storeId,
      query,
      limit: MAX_HITS,
      signal,
    })
    const withLine = hits.filter(({ matches }) =>
      matches.some(({ snippet }) => query.length > MAX_SHOWN || comparedLine(snippet) === compared),
    )
    standing.set(compared, new Set(withLine.map(({ memory }) => memory.id)))
  }
  return standing
}

/** The keys of the memories that a changeset wrote, by their ids. */
async function memoriesOfChangeset({
  db,
  changeset,
}: Source): Promise<ReadonlyMap<string, number>> {
  const rows = await memoriesWritten(db.read, changeset.key)
  return new Map(rows.map(({ id, key }) => [id, key]))
}

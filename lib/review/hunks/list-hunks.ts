import type { Database } from '@/lib/db/database'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import type { Audience } from '@/lib/store/model/audience'
import {
  changesetMemories,
  type ReviewedHunk,
  type ReviewedMemory,
} from '../changesets/changeset-memories'
import { getChangeset } from '../changesets/list-changesets'
import { type Level, rankOf } from '../model/attention'
import type { Decision } from '../model/hunk'
import { changedSinceDecided } from './sql/hunks'

export type HunkState = Decision | 'open'

/** Narrows the list of a changeset's hunks; an omitted field does not narrow it. */
export interface HunkFilter {
  memoryId?: string | undefined
  state?: HunkState | undefined
  level?: Level | undefined
  /** only what is open and was written since somebody last decided about the changeset */
  sinceDecided?: boolean | undefined
}

/**
 * The position at which a page of hunks ends: the level and key of the memory, and the hunk's index
 * in it.
 */
export type HunkPosition = readonly [rank: number, memoryKey: number, index: number]

/** A hunk with its memory, and the two texts that it lies in. */
export interface ListedHunk {
  hunk: ReviewedHunk
  memory: ReviewedMemory
  change: ChangesetChange
}

export interface HunkPage {
  hunks: ListedHunk[]
  /** what to pass as `after` for the next page; null at the end */
  next: HunkPosition | null
}

export interface ListHunksInput extends HunkFilter {
  changesetId: string
  limit: number
  after?: HunkPosition | undefined
  /** agents are shown no memory in quarantine; people if left out */
  audience?: Audience | undefined
  signal?: AbortSignal | undefined
}

/**
 * A page of a changeset's hunks as they were last examined: the memories of the highest level first,
 * and the hunks of each in their order. Refuses `changeset_not_found`.
 */
export async function listHunks(db: Database, input: ListHunksInput): Promise<HunkPage> {
  const { changesetId, limit, after, signal } = input
  const { storeId } = await getChangeset(db, changesetId)
  const written = input.sinceDecided ? await writtenSinceDecided(db, changesetId) : null
  const wanted = (await changesetMemories(db, changesetId, input.audience))
    .filter(({ memoryId }) => input.memoryId === undefined || memoryId === input.memoryId)
    .filter(({ memoryKey }) => !written || written.has(memoryKey))
    .flatMap(placedHunks)
    .filter(({ hunk }) => !written || hunk.verdict === null)
    .filter(({ hunk, position }) => isListed(hunk, input) && (!after || isBehind(position, after)))
  const placed = wanted.slice(0, limit)
  const untils = new Map(placed.map(({ memory }) => [memory.memoryKey, memory.through]))
  const memories = [...untils].map(([memoryKey, until]) => ({ memoryKey, until }))
  const changes = await changesetChanges(db, { storeId, changesetId, memories, signal })
  const changeOf = new Map(changes.map((change) => [change.memoryKey, change]))
  const last = placed.at(-1)
  return {
    hunks: placed.flatMap(({ hunk, memory }) => {
      const change = changeOf.get(memory.memoryKey)
      return change ? [{ hunk, memory, change }] : []
    }),
    next: wanted.length > limit && last ? last.position : null,
  }
}

/** The memories that a changeset changed since the last decision about it; without one, all. */
async function writtenSinceDecided(db: Database, changesetId: string): Promise<Set<number>> {
  const rows = await changedSinceDecided(db.read, changesetId)
  return new Set(rows.map(({ memoryKey }) => memoryKey))
}

interface PlacedHunk {
  hunk: ReviewedHunk
  memory: ReviewedMemory
  position: HunkPosition
}

const placedHunks = (memory: ReviewedMemory): PlacedHunk[] =>
  memory.hunks.map((hunk, index) => ({
    hunk,
    memory,
    position: [rankOf(memory.level), memory.memoryKey, index],
  }))

function isListed(hunk: ReviewedHunk, { state, level }: HunkFilter): boolean {
  if (level !== undefined && hunk.level !== level) return false
  return state === undefined || (hunk.verdict?.decision ?? 'open') === state
}

/** Returns whether a hunk comes after a position, in the order of the list. */
function isBehind(
  [rank, memoryKey, index]: HunkPosition,
  [lastRank, lastMemoryKey, lastIndex]: HunkPosition,
): boolean {
  if (rank !== lastRank) return rank < lastRank
  if (memoryKey !== lastMemoryKey) return memoryKey > lastMemoryKey
  return index > lastIndex
}

/** Characters of removed and added lines up to which a changeset is shown line by line. */
const MAX_SHOWN = 10_000_000

/**
 * Returns whether a changeset is too large to be shown by lines, and is decided a memory at a time.
 */
export function isShownByMemory(memories: readonly Pick<ReviewedMemory, 'hunks'>[]): boolean {
  let size = 0
  for (const { hunks } of memories) {
    for (const hunk of hunks) size += hunk.size ?? 0
    if (size > MAX_SHOWN) return true
  }
  return false
}

import { db } from '@/lib/db'
import { type WaitingWrite, waitingHeld, type Wanted, wantedOf } from '@/lib/held/held-writes'
import { writersOf } from '@/lib/store/actors'
import { byActor, type Writer } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import { groupedBy } from '@/lib/text/lists'
import { type Level, LEVELS } from './attention'
import { isGrave, knownIn, type Listed, type Marked, markedOf, shownToReview } from './marked'
import type { MarkedRow } from './sql'
import { scanInTime } from './store-flags'

export interface ReviewGroup {
  /** id of a session, batch, store (of a folder) or actor */
  key: string
  kind: 'session' | 'batch' | 'folder' | 'actor'
  by: Writer
  /** the newest of what is in it */
  at: Date
  /** the gravest first, then the newest */
  memories: Marked[]
  /** the next to lapse first */
  held: WaitingWrite[]
  /** what the only one would do that waits (`withWanted`); null: none does, several do, or it is not told */
  wanted: Wanted | null
  /** of its gravest memory */
  level: Level
}

export interface ToReview {
  /** what waits first, the next to lapse on top; then by level, then the newest */
  groups: ReviewGroup[]
  /** how many memories there are besides */
  beyond: number
  older: Older | null
}

/** What a list does not show. */
export interface Older {
  /** it is behind this one */
  than: Listed
  /** but for these, which are shown since they are dangerous */
  but: string[]
  /** how many of it may be dangerous, too, for all that is known */
  unscanned: number
}

/** How many memories are shown. */
const MOST_SHOWN = 300

interface Listing {
  storeId?: string | undefined
  most?: number
  /** for a caller that leaves; rejects with its reason */
  signal?: AbortSignal
}

/** What there is to review, the newest memories of it and the dangerous ones, and all that waits. */
export async function listToReview({
  storeId,
  most = MOST_SHOWN,
  signal,
}: Listing = {}): Promise<ToReview> {
  const storeIds = storeId === undefined ? undefined : [storeId]
  const [rows, held] = await Promise.all([shownToReview(storeIds), waitingHeld(storeIds)])
  // At most half: else what is flagged on purpose hides what is new.
  const grave = rows.length > most ? rows.filter(isGrave).slice(0, most / 2) : []
  const isShown = new Set(grave)
  const newest = rows.filter((row) => !isShown.has(row)).slice(0, most - grave.length)
  const found = await markedOf([...newest, ...grave], signal)
  const memories = found.map(({ marked, version }): Placed => {
    const { at, by } = marked
    return { ...placeOf(version), by, at, memory: marked }
  })
  return {
    groups: groupsOf([...memories, ...(await placedHeld(held))]),
    beyond: Math.max(0, rows.length - most),
    older: rows.length > most ? olderOf(rows, found, grave) : null,
  }
}

/** What is not scanned yet is scanned for who asks next. */
function olderOf(
  rows: readonly MarkedRow[],
  found: Awaited<ReturnType<typeof markedOf>>,
  grave: readonly MarkedRow[],
): Older | null {
  const but = grave.map(({ id }) => id)
  const shown = new Set(found.map(({ marked }) => marked.memoryId))
  const than = found.findLast(({ marked }) => !but.includes(marked.memoryId))?.marked
  if (!than) return null
  const unscanned = rows.filter((row) => !shown.has(row.id) && !knownIn(row)?.isWhole)
  for (const [storeId, some] of groupedBy(unscanned, (row) => row.storeId)) {
    void scanInTime(storeId, some)
  }
  return { than, but, unscanned: unscanned.length }
}

/** Groups whose only waiting write is told by what it would do. */
const MOST_TOLD = 50

/** The same groups; of the first in which one write waits, what it would do, which is read from its texts. */
export async function withWanted(groups: readonly ReviewGroup[]): Promise<ReviewGroup[]> {
  const alone = groups.filter(({ held }) => held.length === 1).slice(0, MOST_TOLD)
  const wanted = await wantedOf(alone.flatMap(({ held }) => held.map(({ id }) => id)))
  return groups.map((group) => ({ ...group, wanted: wanted.get(group.held[0]?.id ?? '') ?? null }))
}

/** How much there is to review, however much `listToReview` would show of it. */
export async function countToReview(
  storeIds?: readonly string[],
): Promise<{ memories: number; held: number }> {
  const [rows, held] = await Promise.all([shownToReview(storeIds), countWaiting(storeIds)])
  return { memories: rows.length, held }
}

/** How many writes wait for a person. */
export async function countWaiting(storeIds?: readonly string[]): Promise<number> {
  const among = storeIds ? { storeId: { in: [...storeIds] } } : {}
  return db.heldWrite.count({ where: { ...among, ...WAITING } })
}

const WAITING = { state: 'waiting', store: { deletedAt: null } } as const

/** How many memories and waiting writes there are to review in each store that has some. */
export async function toReviewByStore(): Promise<ReadonlyMap<string, number>> {
  const held = await db.heldWrite.findMany({ where: WAITING, select: { storeId: true } })
  const byStore = groupedBy([...(await shownToReview()), ...held], ({ storeId }) => storeId)
  return new Map([...byStore].map(([storeId, rows]) => [storeId, rows.length]))
}

/** The memories of a store that are to review, by id. */
export async function idsToReview(storeId: string): Promise<ReadonlySet<string>> {
  return new Set((await shownToReview([storeId])).map(({ id }) => id))
}

/** Tells which versions of a memory are to review. */
export async function isToReview(
  memoryId: string,
): Promise<(version: Pick<Version, 'side' | 'sequence'>) => boolean> {
  const select = { reviewedSequence: true, toReview: true } as const
  const row = await db.memory.findUnique({ where: { id: memoryId }, select })
  const base = row?.reviewedSequence ?? 0
  const last = row?.toReview ?? 0
  return ({ side, sequence }) => side === 'agent' && sequence > base && sequence <= last
}

/** A memory or a held write, with the group that it is in. */
interface Placed extends Pick<ReviewGroup, 'key' | 'kind' | 'by' | 'at'> {
  memory?: Marked
  held?: WaitingWrite
}

type Written = Pick<Version, 'storeId' | 'sessionId' | 'batchId' | 'actorId'>

/** Sessions and actors are one across stores. */
function placeOf({ storeId, sessionId, batchId, actorId }: Written) {
  if (sessionId) return { kind: 'session', key: sessionId } as const
  if (actorId.startsWith('folder_')) return { kind: 'folder', key: storeId } as const
  if (batchId) return { kind: 'batch', key: batchId } as const
  return { kind: 'actor', key: actorId } as const
}

async function placedHeld(all: readonly WaitingWrite[]): Promise<Placed[]> {
  const rows = all.map((held) => ({ ...held, ...byActor(held.writer), batchId: null, held }))
  const writerOf = await writersOf(rows)
  return rows.map((row) => ({
    ...placeOf(row),
    by: writerOf(row),
    at: row.createdAt,
    held: row.held,
  }))
}

function groupsOf(all: readonly Placed[]): ReviewGroup[] {
  const groups = [...groupedBy(all, ({ key }) => key)].map(([key, placed]): ReviewGroup => {
    const newest = placed.toSorted((one, other) => +other.at - +one.at)
    const [first] = newest as [Placed]
    const memories = newest.flatMap(({ memory }) => memory ?? []).toSorted(byLevel)
    const held = placed.flatMap((each) => each.held ?? [])
    const level = memories[0]?.level ?? 'plain'
    const { kind, by, at } = first
    return { key, kind, by, at, memories, held, wanted: null, level }
  })
  const byTime = groups.toSorted((one, other) => +other.at - +one.at)
  return byTime.toSorted((one, other) => lapse(one) - lapse(other) || byLevel(one, other))
}

/** When the first of what waits lapses; what never does comes after it, and what does not wait last. */
function lapse({ held }: ReviewGroup): number {
  const [first] = held
  if (!first) return Number.MAX_SAFE_INTEGER
  return first.lapsesAt?.getTime() ?? Number.MAX_SAFE_INTEGER - 1
}

/** What is not known is looked at. */
const rank = (level: Level) => LEVELS.indexOf(level === 'unknown' ? 'look' : level)

const byLevel = (one: { level: Level }, other: { level: Level }) =>
  rank(one.level) - rank(other.level)

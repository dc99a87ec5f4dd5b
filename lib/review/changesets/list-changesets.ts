import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { ScanCategory } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import { type Level, rankOf, reasonsOf, LEVELS } from '../model/attention'
import { type Changeset, CHANGESET_STATES, type ChangesetState } from '../model/changeset'
import { refuseReview } from '../model/review-problems'
import {
  changesetById,
  type ChangesetRow,
  changesetsByIds,
  countOfOpen,
  firstChangesets,
} from './sql/changesets'
import { matchingChangesets, type KeysQuery } from './sql/matching-changesets'
import { storedReasons } from './stored-hunks'

/** Narrows the list of changesets; an omitted field does not narrow it. */
export interface ChangesetFilter {
  state?: ChangesetState | undefined
  storeId?: string | undefined
  sessionId?: string | undefined
  actorId?: string | undefined
  actorType?: Actor['type'] | undefined
  level?: Level | undefined
  /** of something that was found in it and gives a hunk its reason */
  category?: ScanCategory | undefined
  /** of a memory that was changed, or is to be by a write that waits; characters, not a pattern */
  pathPrefix?: string | undefined
  /** who is to decide; `nobody`: nobody in particular */
  assignee?: Actor | 'nobody' | undefined
  /** only those in which a write waits for a person */
  isWaiting?: true | undefined
  /** with comments that nobody resolved; `answered`: whose lines an agent changed since */
  comments?: 'open' | 'answered' | undefined
  /** only of these stores, for a caller who sees no others */
  onlyStoreIds?: readonly string[] | undefined
}

/** The position at which a page of the list ends. */
export interface ChangesetPosition {
  level: Level
  lastChangedAt: number
  id: string
}

export interface ChangesetPage {
  changesets: Changeset[]
  /** what to pass as `after` for the next page; null at the end */
  next: ChangesetPosition | null
}

/**
 * A page of changesets: the highest level first, of one level the last changed first. Costs what
 * the page holds, however many there are; by path, assignee or category also up to a thousand that
 * may have it, beside other requests.
 */
export async function listChangesets(
  db: Database,
  input: ChangesetFilter & { limit: number; after?: ChangesetPosition | undefined },
): Promise<ChangesetPage> {
  // Each state is in order in its index; all states together are in none.
  const states = input.state ? [input.state] : CHANGESET_STATES
  const few = await fewOf(db, input)
  const found = await Promise.all(states.map((state) => firstOf(db, { ...input, state }, few)))
  return pageOf(found.flat().toSorted(byRank), input.limit)
}

/**
 * The same of one state, the last changed first whatever their level: each level is in that order in
 * its index.
 */
export async function listChangesetsByTime(
  db: Database,
  input: FirstOf & { after?: ChangesetPosition | undefined },
): Promise<ChangesetPage> {
  const levels = input.level ? [input.level] : LEVELS
  const few = await fewOf(db, input)
  const found = await Promise.all(
    levels.map((level) =>
      firstOf(db, { ...input, level, after: input.after && { ...input.after, level } }, few),
    ),
  )
  return pageOf(found.flat().toSorted(byTime), input.limit)
}

/** The properties of which there may be few, each with those that have it. */
function fewOf(db: Database, filter: ChangesetFilter): Promise<KeysQuery[]> {
  const { pathPrefix, assignee, category, isWaiting, comments, sessionId } = filter
  return matchingChangesets(readerFor(db, filter), {
    pathPrefix,
    assigneeId: typeof assignee === 'object' ? assignee.id : undefined,
    reasons: category === undefined ? [] : reasonsOf(category),
    isWaiting,
    comments,
    sessionId,
  })
}

/** The first of these rows, which are in order. */
function pageOf(found: readonly ChangesetRow[], limit: number): ChangesetPage {
  const rows = found.slice(0, limit + 1)
  const changesets = rows.slice(0, limit).map(changesetOf)
  const last = changesets.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    changesets,
    next: isMore ? { level: last.level, lastChangedAt: last.lastChangedAt, id: last.id } : null,
  }
}

type FirstOf = Parameters<typeof listChangesets>[1] & { state: ChangesetState }

/** The first rows after a position, and one more than the page holds. */
function firstOf(db: Database, input: FirstOf, few: readonly KeysQuery[]) {
  const { level, category, after, limit } = input
  const wanted = {
    ...input,
    level: level && rankOf(level),
    reasons: category === undefined ? [] : reasonsOf(category),
    after: after && { ...after, level: rankOf(after.level) },
    limit: limit + 1,
  }
  return firstChangesets(readerFor(db, input), wanted, few)
}

/**
 * Chooses the connection. Finding changesets with these properties can mean scanning many without
 * them, which is left to the connections for long reads.
 */
function readerFor(db: Database, filter: ChangesetFilter): Sql {
  const { pathPrefix, assignee, category, actorType, isWaiting, comments } = filter
  const isNarrowed = [pathPrefix, assignee, category, actorType, isWaiting, comments].some(
    (each) => each !== undefined,
  )
  return isNarrowed ? db.bulk.until(undefined) : db.read
}

function byRank(one: ChangesetRow, other: ChangesetRow): number {
  return other.level - one.level || byTime(one, other)
}

function byTime(one: ChangesetRow, other: ChangesetRow): number {
  if (one.lastChangedAt !== other.lastChangedAt) {
    return other.lastChangedAt - one.lastChangedAt
  }
  return one.id < other.id ? 1 : -1
}

/** These changesets, by id; those that are gone are left out. */
export async function changesetsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Changeset>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await changesetsByIds(db.read, wanted)
  return new Map(rows.map((row) => [row.id, changesetOf(row)]))
}

/** Counts open changesets up to `most`: beyond it nobody needs the exact number. */
export function countOpenChangesets(db: Database, most: number): Promise<number> {
  return countOfOpen(db.read, most)
}

/** Returns whether any changeset has something to decide or a write that waits. */
export async function hasOpenChangesets(db: Database): Promise<boolean> {
  return (await countOpenChangesets(db, 1)) > 0
}

/** A changeset. Refuses `changeset_not_found`. */
export async function getChangeset(db: Database, changesetId: string): Promise<Changeset> {
  const row = await changesetById(db.read, changesetId)
  return row ? changesetOf(row) : refuseReview({ kind: 'changeset_not_found', changesetId })
}

export function changesetOf(row: ChangesetRow): Changeset {
  return {
    id: row.id,
    storeId: row.storeId,
    storeName: row.storeName,
    sessionId: row.sessionId,
    actor: { type: row.actorType, id: row.actorId },
    firstSequence: row.firstSequence,
    lastSequence: row.lastSequence,
    firstChangedAt: row.firstChangedAt,
    lastChangedAt: row.lastChangedAt,
    changeCount: row.changeCount,
    isExamined: row.examinedSequence >= row.lastSequence,
    level: LEVELS[row.level] ?? 'none',
    reasons: storedReasons(row.reasons),
    memoryCount: row.memoryCount,
    addedLines: row.addedLines,
    removedLines: row.removedLines,
    lostLines: row.lostLines,
    hunkCount: row.hunkCount,
    openHunks: row.openHunks,
    openComments: row.openComments,
    answeredComments: row.answeredComments,
    state: row.state,
    snoozedUntil: row.state === 'snoozed' ? row.snoozedUntil : null,
    assignee:
      row.assigneeType !== null && row.assigneeId !== null
        ? { type: row.assigneeType, id: row.assigneeId }
        : null,
    revision: row.revision,
  }
}

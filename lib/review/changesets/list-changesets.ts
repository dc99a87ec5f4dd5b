import type { Database } from '@/lib/db/database'
import type { Sql, SqlValue } from '@/lib/db/sql'
import type { ScanCategory } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import { type Level, rankOf, reasonsOf, LEVELS, type Reason } from '../model/attention'
import { type Changeset, CHANGESET_STATES, type ChangesetState } from '../model/changeset'
import { refuseReview } from '../model/review-problems'
import { matchingChangesets, type SoughtKeys } from './matching-changesets'

/** Which changesets are listed; left out: all. */
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

/** Where a page of the list ends. */
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
  const few = await matchingChangesets(readerFor(db, input), {
    pathPrefix: input.pathPrefix,
    assigneeId: typeof input.assignee === 'object' ? input.assignee.id : undefined,
    reasons: input.category === undefined ? [] : reasonsOf(input.category),
    isWaiting: input.isWaiting,
    comments: input.comments,
    sessionId: input.sessionId,
  })
  const found = await Promise.all(states.map((state) => firstOf(db, { ...input, state }, few)))
  const rows = found
    .flat()
    .toSorted(byRank)
    .slice(0, input.limit + 1)
  const changesets = rows.slice(0, input.limit).map(changesetOf)
  const last = changesets.at(-1)
  const isMore = rows.length > input.limit && last !== undefined
  return {
    changesets,
    next: isMore ? { level: last.level, lastChangedAt: last.lastChangedAt, id: last.id } : null,
  }
}

type FirstOf = Parameters<typeof listChangesets>[1]

/** The first rows after a position, and one more than the page holds. */
async function firstOf(db: Database, input: FirstOf, few: readonly SoughtKeys[]) {
  const { conditions, params } = conditionsOf(input)
  const { after } = input
  const [first, ...others] = few
  for (const keys of others) {
    conditions.push(`c.key IN (${keys.text})`)
    params.push(...keys.params)
  }
  if (after) {
    conditions.push('(c.level, c.last_changed_at, c.id) < (?, ?, ?)')
    params.push(rankOf(after.level), after.lastChangedAt, after.id)
  }
  return readerFor(db, input).all<ChangesetRow>(
    `${first ? selectChangesetsOf(first.text) : SELECT_CHANGESETS}${conditions.map((each) => ` AND ${each}`).join('')}
     ORDER BY c.level DESC, c.last_changed_at DESC, c.id DESC LIMIT ?`,
    [...(first?.params ?? []), ...params, input.limit + 1],
  )
}

/** Where many changesets have these, but not those that come first, many are looked through. */
function readerFor(db: Database, filter: ChangesetFilter): Sql {
  const { pathPrefix, assignee, category, actorType, isWaiting, comments } = filter
  const isSought = [pathPrefix, assignee, category, actorType, isWaiting, comments].some(
    (each) => each !== undefined,
  )
  return isSought ? db.bulk.until(undefined) : db.read
}

function byRank(one: ChangesetRow, other: ChangesetRow): number {
  if (one.level !== other.level) return other.level - one.level
  if (one.last_changed_at !== other.last_changed_at) {
    return other.last_changed_at - one.last_changed_at
  }
  return one.id < other.id ? 1 : -1
}

function conditionsOf(filter: ChangesetFilter): { conditions: string[]; params: SqlValue[] } {
  const wanted: [string, SqlValue | undefined][] = [
    ['c.state = ?', filter.state],
    ['c.store_key = (SELECT key FROM memory_stores WHERE id = ?)', filter.storeId],
    ['c.session_id = ?', filter.sessionId],
    ['c.actor_id = ?', filter.actorId],
    ['c.level = ?', filter.level === undefined ? undefined : rankOf(filter.level)],
    ['c.actor_type = ?', filter.actorType],
    ...assigneeConditions(filter.assignee),
  ]
  const given = wanted.filter((each): each is [string, SqlValue] => each[1] !== undefined)
  const named = filter.category === undefined ? [] : reasonsOf(filter.category)
  const names = named.map((reason) => `c.reasons LIKE '%"${reason}":%'`)
  const only = filter.onlyStoreIds
  const onlyStores = only && `s.id IN (${only.map(() => '?').join(', ') || 'NULL'})`
  return {
    conditions: [
      ...given.map(([condition]) => condition),
      ...(filter.isWaiting ? [WAITS] : []),
      ...(names.length > 0 ? [`(${names.join(' OR ')})`] : []),
      ...(onlyStores ? [onlyStores] : []),
      ...(filter.comments === undefined ? [] : [COMMENTED[filter.comments]]),
      ...(filter.pathPrefix === undefined ? [] : [TOUCHES_PATH]),
    ],
    params: [
      ...given.map(([, value]) => value),
      ...(only ?? []),
      ...(filter.pathPrefix === undefined
        ? []
        : Array.from({ length: 4 }, () => filter.pathPrefix ?? '')),
    ],
  }
}

const WAITS = `EXISTS (SELECT 1 FROM proposals p
    WHERE p.changeset_key = c.key AND p.state = 'waiting')`

/** Few changesets have comments: these are found first, then the changesets. */
const COMMENTED = {
  open: `c.key IN (SELECT k.changeset_key FROM comments k WHERE k.status = 'open')`,
  answered: `c.key IN (SELECT k.changeset_key FROM comments k
    WHERE k.status = 'open' AND k.answered_sequence IS NOT NULL)`,
} as const

/** The paths of memories as they are now, of deleted ones as they were last, and of waiting writes. */
const TOUCHES_PATH = `(EXISTS (
    SELECT 1 FROM changeset_memories m CROSS JOIN memories x CROSS JOIN memory_versions v
    WHERE m.changeset_key = c.key AND x.key = m.memory_key
      AND v.memory_key = m.memory_key AND v.sequence = m.through_sequence
      AND substr(coalesce(x.path, (SELECT n.path FROM path_nodes n WHERE n.key = v.node_key)),
        1, length(CAST(? AS TEXT))) = CAST(? AS TEXT))
  OR EXISTS (
    SELECT 1 FROM proposals p WHERE p.changeset_key = c.key AND p.state = 'waiting'
      AND substr(p.path, 1, length(CAST(? AS TEXT))) = CAST(? AS TEXT)))`

function assigneeConditions(
  assignee: ChangesetFilter['assignee'],
): [string, SqlValue | undefined][] {
  if (assignee === undefined) return []
  if (assignee === 'nobody') return [["coalesce(c.assignee_id, '') = ?", '']]
  return [
    ['c.assignee_type = ?', assignee.type],
    ['c.assignee_id = ?', assignee.id],
  ]
}

/** These changesets, by id; those that are gone are left out. */
export async function changesetsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Changeset>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db.read.all<ChangesetRow>(
    `${SELECT_CHANGESETS} AND c.id IN (${wanted.map(() => '?').join(', ')})`,
    wanted,
  )
  return new Map(rows.map((row) => [row.id, changesetOf(row)]))
}

/** How many changesets are open, counted up to `most`: beyond it nobody needs the number. */
export async function countOpenChangesets(db: Database, most: number): Promise<number> {
  const row = await db.read.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM changesets c CROSS JOIN memory_stores s
       WHERE c.state = 'open' AND s.key = c.store_key AND s.deleted_at IS NULL LIMIT ?) open`,
    [most],
  )
  return row?.count ?? 0
}

/** Whether any changeset is open: something to decide, or a write that waits. */
export async function hasOpenChangesets(db: Database): Promise<boolean> {
  return (await countOpenChangesets(db, 1)) > 0
}

/** A changeset. Refuses `changeset_not_found`. */
export async function getChangeset(db: Database, changesetId: string): Promise<Changeset> {
  const row = await db.read.get<ChangesetRow>(`${SELECT_CHANGESETS} AND c.id = ?`, [changesetId])
  return row ? changesetOf(row) : refuseReview({ kind: 'changeset_not_found', changesetId })
}

/** A row of `changesets` with its store's names. */
export interface ChangesetRow {
  key: number
  id: string
  store_id: string
  store_name: string
  session_id: string | null
  actor_type: Actor['type']
  actor_id: string
  first_sequence: number
  last_sequence: number
  first_changed_at: number
  last_changed_at: number
  change_count: number
  examined_sequence: number
  level: number
  reasons: string
  memory_count: number
  added_lines: number
  removed_lines: number
  lost_lines: number
  hunk_count: number
  open_hunks: number
  state: ChangesetState
  snoozed_until: number | null
  assignee_type: Actor['type'] | null
  assignee_id: string | null
  revision: number
  open_comments: number
  answered_comments: number
}

const COLUMNS = `SELECT c.key, c.id, s.id AS store_id, s.name AS store_name,
    c.session_id, c.actor_type, c.actor_id, c.first_sequence, c.last_sequence, c.first_changed_at,
    c.last_changed_at, c.change_count, c.examined_sequence, c.level, c.reasons, c.memory_count,
    c.added_lines, c.removed_lines, c.lost_lines, c.hunk_count, c.open_hunks, c.state,
    c.snoozed_until, c.assignee_type, c.assignee_id, c.revision,
    (SELECT count(*) FROM comments k
     WHERE k.changeset_key = c.key AND k.status = 'open') AS open_comments,
    (SELECT count(*) FROM comments k WHERE k.changeset_key = c.key AND k.status = 'open'
       AND k.answered_sequence IS NOT NULL) AS answered_comments`

const OF_STORES = 's.key = c.store_key AND s.deleted_at IS NULL'

/** Selects `ChangesetRow`s of stores that were not deleted; the caller adds AND and ORDER over `c`. */
export const SELECT_CHANGESETS = `${COLUMNS}
  FROM changesets c CROSS JOIN memory_stores s WHERE ${OF_STORES}`

/** The same of the changesets whose keys a query selects: few, with which a database then begins. */
const selectChangesetsOf = (keys: string) => `${COLUMNS}
  FROM (SELECT DISTINCT found.key FROM (${keys}) found) sought CROSS JOIN changesets c
    CROSS JOIN memory_stores s WHERE c.key = sought.key AND ${OF_STORES}`

export function changesetOf(row: ChangesetRow): Changeset {
  return {
    id: row.id,
    storeId: row.store_id,
    storeName: row.store_name,
    sessionId: row.session_id,
    actor: { type: row.actor_type, id: row.actor_id },
    firstSequence: row.first_sequence,
    lastSequence: row.last_sequence,
    firstChangedAt: row.first_changed_at,
    lastChangedAt: row.last_changed_at,
    changeCount: row.change_count,
    isExamined: row.examined_sequence >= row.last_sequence,
    level: LEVELS[row.level] ?? 'none',
    reasons: JSON.parse(row.reasons) as Partial<Record<Reason, number>>,
    memoryCount: row.memory_count,
    addedLines: row.added_lines,
    removedLines: row.removed_lines,
    lostLines: row.lost_lines,
    hunkCount: row.hunk_count,
    openHunks: row.open_hunks,
    openComments: row.open_comments,
    answeredComments: row.answered_comments,
    state: row.state,
    snoozedUntil: row.state === 'snoozed' ? row.snoozed_until : null,
    assignee:
      row.assignee_type !== null && row.assignee_id !== null
        ? { type: row.assignee_type, id: row.assignee_id }
        : null,
    revision: row.revision,
  }
}

import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { type ChangesetRow, changesetOf, SELECT_CHANGESETS } from './core/changeset-rows'
import { type Level, rankOf } from './model/attention'
import { type Changeset, CHANGESET_STATES, type ChangesetState } from './model/changeset'

/** Which changesets are listed; left out: all. */
export interface ChangesetFilter {
  state?: ChangesetState | undefined
  storeId?: string | undefined
  sessionId?: string | undefined
  actorId?: string | undefined
  level?: Level | undefined
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
 * the page holds, however many there are.
 */
export async function listChangesets(
  db: Database,
  input: ChangesetFilter & { limit: number; after?: ChangesetPosition | undefined },
): Promise<ChangesetPage> {
  // Each state is in order in its index; all states together are in none.
  const states = input.state ? [input.state] : CHANGESET_STATES
  const found = await Promise.all(states.map((state) => firstOf(db, { ...input, state })))
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
function firstOf(db: Database, input: FirstOf): Promise<ChangesetRow[]> {
  const { conditions, params } = conditionsOf(input)
  const { after } = input
  if (after) {
    conditions.push('(c.level, c.last_changed_at, c.id) < (?, ?, ?)')
    params.push(rankOf(after.level), after.lastChangedAt, after.id)
  }
  return db.read.all<ChangesetRow>(
    `${SELECT_CHANGESETS}${conditions.map((each) => ` AND ${each}`).join('')}
     ORDER BY c.level DESC, c.last_changed_at DESC, c.id DESC LIMIT ?`,
    [...params, input.limit + 1],
  )
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
  ]
  const given = wanted.filter((each): each is [string, SqlValue] => each[1] !== undefined)
  const only = filter.onlyStoreIds
  const onlyStores = only && `s.id IN (${only.map(() => '?').join(', ') || 'NULL'})`
  return {
    conditions: [...given.map(([condition]) => condition), ...(onlyStores ? [onlyStores] : [])],
    params: [...given.map(([, value]) => value), ...(only ?? [])],
  }
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

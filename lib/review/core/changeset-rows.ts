import type { Actor } from '@/lib/store/model/actor'
import { LEVELS, type Reason } from '../model/attention'
import type { Changeset, ChangesetState } from '../model/changeset'

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
export const selectChangesetsOf = (keys: string) => `${COLUMNS}
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

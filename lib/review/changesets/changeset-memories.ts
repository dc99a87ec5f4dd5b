import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { PINNED_PATHS } from '@/lib/store/model/pinned-paths'
import { foldedPath } from '@/lib/text/folded-path'
import { groupedBy } from '@/lib/text/grouped-by'
import { DECISION_COLUMNS, type DecisionRow, hunkOfRow } from '../hunks/hunk-rows'
import { LEVELS, type Level } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'
import { type Decision, isSameHunk } from '../model/hunk'
import { IS_DELETED, LAST_PATH } from './sql/last-path'

/** What was decided about a hunk. */
export interface HunkVerdict {
  decision: Decision
  /** of an edited one: what its lines are to become */
  content: string | null
  isSeen: boolean
  by: Actor
  /** milliseconds since 1970 */
  at: number
  /** whether a rejection or an edit is written */
  isApplied: boolean
}

export interface ReviewedHunk extends ExaminedHunk {
  verdict: HunkVerdict | null
}

/** A memory of a changeset, without its texts. */
export interface ReviewedMemory {
  memoryKey: number
  memoryId: string
  /** where it is now; null: deleted */
  path: string | null
  /** where it is now, or was in the last examined version; null: redacted */
  lastPath: string | null
  /** the sequence of the changeset's last version of it that was examined */
  through: number
  throughVersionId: string
  kind: ChangeKind | null
  level: Level
  addedLines: number
  removedLines: number
  lostLines: number
  openHunks: number
  hunks: ReviewedHunk[]
  /**
   * rejections and edits that were not applied before the agent wrote there again, and that fit no
   * hunk any more; until everything in the memory is decided anew
   */
  leftBehind: HunkVerdict[]
}

interface Row {
  memory_key: number
  memory_id: string
  path: string | null
  last_path: string | null
  through_sequence: number
  version_id: string
  kind: ChangeKind | null
  level: number
  added_lines: number
  removed_lines: number
  lost_lines: number
  open_hunks: number
  hunks: string
}

/**
 * The examined memories of a changeset with what was decided, the highest level first. Agents are
 * shown none that is in quarantine.
 */
export async function changesetMemories(
  db: Database,
  changesetId: string,
  audience: Audience = 'people',
): Promise<ReviewedMemory[]> {
  const visible =
    audience === 'people'
      ? ''
      : `AND NOT EXISTS (SELECT 1 FROM quarantines q
       WHERE q.memory_key = c.memory_key AND q.from_sequence <= c.through_sequence)`
  const rows = await db.read.all<Row>(
    `SELECT c.memory_key, m.id AS memory_id, m.path, n.path AS last_path, c.through_sequence, v.id AS version_id,
       c.kind, c.level, c.added_lines, c.removed_lines, c.lost_lines, c.open_hunks, c.hunks
     FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN memories m
       CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE s.id = ? AND c.changeset_key = s.key AND m.key = c.memory_key
       AND v.memory_key = c.memory_key AND v.sequence = c.through_sequence
       ${visible}
     ORDER BY c.level DESC, c.memory_key`,
    [changesetId],
  )
  const decisions = await db.read.all<DecisionRow>(
    `SELECT ${DECISION_COLUMNS} FROM changesets s CROSS JOIN hunk_decisions d
     WHERE s.id = ? AND d.changeset_key = s.key ORDER BY d.key`,
    [changesetId],
  )
  const byMemory = groupedBy(decisions, (row) => row.memory_key)
  return rows.map((row) => {
    const all = byMemory.get(row.memory_key) ?? []
    const made = all.filter(({ through_sequence }) => through_sequence === row.through_sequence)
    return {
      memoryKey: row.memory_key,
      memoryId: row.memory_id,
      path: row.path,
      lastPath: row.path ?? row.last_path,
      through: row.through_sequence,
      throughVersionId: row.version_id,
      kind: row.kind,
      level: LEVELS[row.level] ?? 'none',
      addedLines: row.added_lines,
      removedLines: row.removed_lines,
      lostLines: row.lost_lines,
      openHunks: row.open_hunks,
      hunks: (JSON.parse(row.hunks) as ExaminedHunk[]).map((hunk) => ({
        ...hunk,
        verdict: verdictOf(made.find((each) => isSameHunk(hunkOfRow(each), hunk))),
      })),
      leftBehind: all.flatMap((each) => (isLeftBehind(each, row) ? (verdictOf(each) ?? []) : [])),
    }
  })
}

function isLeftBehind(decision: DecisionRow, memory: Row): boolean {
  const isWaiting = decision.decision !== 'accepted' && decision.applied_at === null
  return isWaiting && decision.through_sequence < memory.through_sequence
}

function verdictOf(row: DecisionRow | undefined): HunkVerdict | null {
  if (!row) return null
  return {
    decision: row.decision,
    content: row.content,
    isSeen: row.seen === 1,
    by: { type: row.actor_type, id: row.actor_id },
    at: row.decided_at,
    isApplied: row.applied_at !== null,
  }
}

/** At most so many memories of a changeset are looked through for the one that leads it. */
const MAX_INSPECTED = 200

const PINNED = PINNED_PATHS.map(foldedPath)

/**
 * The path of the memory that leads each of some changesets, by the changeset's id: of the highest
 * level among its first memories. One that is pinned leads only if there is no other, and a deleted one
 * if there are no live ones: an index changes with everything. Those whose paths are redacted, or that
 * are not yet examined, have none.
 */
export async function leadingPaths(
  db: Database,
  changesetIds: readonly string[],
): Promise<Map<string, string>> {
  if (changesetIds.length === 0) return new Map()
  const rows = await db.read.all<{ id: string; path: string | null }>(
    `SELECT s.id, (
       SELECT l.path FROM (
         SELECT ${LAST_PATH} AS path, c.level, c.memory_key, ${IS_DELETED} AS is_deleted FROM (
           SELECT c.memory_key, c.level FROM changeset_memories c
           WHERE c.changeset_key = s.key ORDER BY c.memory_key LIMIT ${MAX_INSPECTED}
         ) c CROSS JOIN memories m WHERE m.key = c.memory_key
       ) l WHERE l.path IS NOT NULL
       ORDER BY CASE WHEN lower(l.path) IN (${PINNED.map(() => '?').join(', ')}) THEN 1 ELSE 0 END,
         l.is_deleted, l.level DESC, l.memory_key LIMIT 1
     ) AS path
     FROM changesets s WHERE s.id IN (${changesetIds.map(() => '?').join(', ')})`,
    [...PINNED, ...changesetIds],
  )
  return new Map(rows.flatMap(({ id, path }) => (path === null ? [] : [[id, path]])))
}

import type { WriteSql, Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { hunkValues } from '../hunks/hunk-rows'
import { hunksOf, survivors } from '../hunks/hunks-of'
import { isSameHunk, type Hunk } from '../model/hunk'

/** A decision as it is stored: about a hunk of an earlier state of the changeset. */
export interface EarlierDecision extends Hunk {
  key: number
}

/** A decision that holds for a hunk of the present state as well. */
export interface CarriedDecision {
  key: number
  hunk: Hunk
}

/** Which decisions about an earlier state of a memory's change hold for the present one. */
export async function carriedDecisions(
  decisions: readonly EarlierDecision[],
  earlier: Pick<MemoryChange<MemoryText>, 'before' | 'after'>,
  present: Pick<MemoryChange<MemoryText>, 'before' | 'after'>,
): Promise<CarriedDecision[]> {
  const [before, now] = [await hunksOf(earlier), await hunksOf(present)]
  const surviving = await survivors(earlier, present)
  return decisions.flatMap(({ key, ...decided }) => {
    const index = before.findIndex((hunk) => isSameHunk(hunk, decided))
    const hunk = now[surviving.get(index) ?? -1]
    return hunk ? [{ key, hunk }] : []
  })
}

/** Stores where the carried decisions are now. */
export async function writeCarried(
  sql: WriteSql,
  through: number,
  carried: readonly CarriedDecision[],
): Promise<void> {
  for (const { key, hunk } of carried) {
    await sql.run(
      `UPDATE hunk_decisions SET through_sequence = ?, kind = ?, before_from = ?, before_count = ?,
         after_from = ?, after_count = ? WHERE key = ?`,
      [through, ...hunkValues(hunk), key],
    )
  }
}

/** Who allowed what a changeset wrote to a memory, and when (milliseconds since 1970). */
export interface AllowedBy {
  by: Actor
  at: number
}

/**
 * Who allowed all that a changeset wrote to a memory after one sequence and up to another; null:
 * some of it nobody was shown before it was written.
 */
export async function allowedBy(
  sql: Sql,
  written: { changesetKey: number; memoryKey: number; after: number; through: number },
): Promise<AllowedBy | null> {
  const { changesetKey, memoryKey, after, through } = written
  const rows = await sql.all<{
    decider_type: Actor['type'] | null
    decider_id: string | null
    decided_at: number | null
  }>(
    `SELECT p.decider_type, p.decider_id, p.decided_at
     FROM memory_versions v LEFT JOIN proposals p
       ON p.changeset_key = v.changeset_key AND p.state = 'allowed'
       AND (p.id = v.tool_use_id OR (p.tool_use_id = v.tool_use_id AND p.session_id = v.session_id))
     WHERE v.changeset_key = ? AND v.memory_key = ? AND v.sequence > ? AND v.sequence <= ?`,
    [changesetKey, memoryKey, after, through],
  )
  const last = rows.at(-1)
  const isAll = rows.every(({ decider_id }) => decider_id !== null)
  if (!isAll || !last?.decider_type || last.decider_id === null) return null
  return { by: { type: last.decider_type, id: last.decider_id }, at: last.decided_at ?? 0 }
}

/** Whether a changeset has writes that somebody allowed. */
export async function hasAllowed(sql: Sql, changesetKey: number): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM proposals
     WHERE changeset_key = ? AND state = 'allowed' AND decider_id IS NOT NULL LIMIT 1`,
    [changesetKey],
  )
  return row !== undefined
}

/** Records that hunks are accepted, because they were shown and allowed before they were written. */
export async function acceptAllowed(
  sql: WriteSql,
  place: { changesetKey: number; memoryKey: number; through: number },
  { hunks, allowed }: { hunks: readonly Hunk[]; allowed: AllowedBy },
): Promise<void> {
  const { changesetKey, memoryKey, through } = place
  for (const hunk of hunks) {
    await sql.run(
      `INSERT INTO hunk_decisions (changeset_key, memory_key, through_sequence, kind, before_from,
         before_count, after_from, after_count, decision, seen, actor_type, actor_id, decided_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'accepted', 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
      [
        changesetKey,
        memoryKey,
        through,
        ...hunkValues(hunk),
        allowed.by.type,
        allowed.by.id,
        allowed.at,
      ],
    )
  }
}

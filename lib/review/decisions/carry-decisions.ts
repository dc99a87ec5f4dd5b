import type { WriteSql, Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { hunksOf, survivors } from '../hunks/hunks-of'
import { isSameHunk, type Hunk } from '../model/hunk'
import { deciders, someAllowed } from './sql/decided-changesets'
import { insertAccepted, moveDecision } from './sql/decisions'

/** A decision as it is stored: about a hunk of an earlier state of the changeset. */
export interface EarlierDecision extends Hunk {
  key: number
}

/** A decision that holds for a hunk of the present state as well. */
export interface CarriedDecision {
  key: number
  hunk: Hunk
}

/**
 * Selects the decisions about an earlier state of a memory's change that still hold for the present
 * one.
 */
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
    await moveDecision(sql, key, { throughSequence: through, hunk })
  }
}

/** The person who allowed a changeset's writes to a memory, and the time (milliseconds since 1970). */
export interface AllowedBy {
  by: Actor
  at: number
}

/**
 * Finds who allowed everything that a changeset wrote to a memory after one sequence and up to
 * another. Null if some of it was written without being shown to anyone.
 */
export async function allowedBy(
  sql: Sql,
  written: { changesetKey: number; memoryKey: number; after: number; through: number },
): Promise<AllowedBy | null> {
  const rows = await deciders(sql, written)
  const last = rows.at(-1)
  const isAll = rows.every(({ deciderId }) => deciderId !== null)
  if (!isAll || !last?.deciderType || last.deciderId === null) return null
  return { by: { type: last.deciderType, id: last.deciderId }, at: last.decidedAt ?? 0 }
}

/** Returns whether a changeset has writes that somebody allowed. */
export function hasAllowed(sql: Sql, changesetKey: number): Promise<boolean> {
  return someAllowed(sql, changesetKey)
}

/** Records that hunks are accepted, because they were shown and allowed before they were written. */
export async function acceptAllowed(
  sql: WriteSql,
  place: { changesetKey: number; memoryKey: number; through: number },
  { hunks, allowed }: { hunks: readonly Hunk[]; allowed: AllowedBy },
): Promise<void> {
  const { changesetKey, memoryKey, through } = place
  const made = { actorType: allowed.by.type, actorId: allowed.by.id, decidedAt: allowed.at }
  for (const hunk of hunks) {
    const about = { changesetKey, memoryKey, throughSequence: through, hunk }
    await insertAccepted(sql, about, made)
  }
}

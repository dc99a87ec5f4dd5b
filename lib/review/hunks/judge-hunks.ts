import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import {
  highest,
  type Level,
  LEVELS,
  levelOf,
  rankOf,
  type Reason,
  reasonOf,
} from '../model/attention'
import type { ExaminedHunk, HunkFinding } from '../model/changeset'
import { recountChangeset, recountReasons } from '../changesets/recount-changeset'

/** A finding that still gives a hunk its reason. */
type Told = ReadonlyMap<string, Level>

const FINDINGS_PER_QUERY = 500

/**
 * Judges the undecided hunks of a memory anew after something was said of its findings: what is
 * dismissed or excepted gives no reason any more, what is open again does.
 */
export async function judgeHunksAnew(
  tx: WriteSql,
  { memoryKey, now }: { memoryKey: number; now: number },
): Promise<void> {
  const changesets = await tx.all<{ key: number }>(
    `SELECT c.key FROM changesets c WHERE c.key IN (
       SELECT m.changeset_key FROM changeset_memories m
       WHERE m.memory_key = ? AND m.open_hunks > 0 AND m.hunks LIKE '%"find_%')
     ORDER BY c.key ${tx.forUpdate}`,
    [memoryKey],
  )
  for (const { key } of changesets) {
    const row = await tx.get<{ hunks: string }>(
      'SELECT hunks FROM changeset_memories WHERE changeset_key = ? AND memory_key = ?',
      [key, memoryKey],
    )
    if (!row) continue
    const hunks = JSON.parse(row.hunks) as ExaminedHunk[]
    const told = await toldOf(
      tx,
      hunks.flatMap(({ findings }) => findings),
      now,
    )
    const judged = hunks.map((hunk) => judgedHunk(hunk, told))
    await tx.run(
      `UPDATE changeset_memories SET hunks = ?, level = ?
       WHERE changeset_key = ? AND memory_key = ?`,
      [JSON.stringify(judged), rankOf(highest(judged.map(({ level }) => level))), key, memoryKey],
    )
    await recountChangeset(tx, key, [memoryKey])
    await recountReasons(tx, key)
  }
}

async function toldOf(tx: WriteSql, findings: readonly HunkFinding[], now: number): Promise<Told> {
  const told = new Map<string, Level>()
  for (const part of chunked(findings, FINDINGS_PER_QUERY)) {
    const rows = await tx.all<{ id: string; severity: number }>(
      `SELECT f.id, f.severity FROM findings f JOIN memories m ON m.key = f.memory_key
       WHERE f.id IN (${part.map(() => '?').join(', ')}) AND f.status IN ('open', 'fixed')
         AND NOT EXISTS (SELECT 1 FROM finding_exceptions e WHERE e.store_key = f.store_key
           AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?)`,
      [...part.map(({ id }) => id), now],
    )
    for (const { id, severity } of rows) told.set(id, LEVELS[severity] ?? 'none')
  }
  return told
}

/** A hunk with the reasons that its findings give it now, besides those that it has otherwise. */
function judgedHunk(hunk: ExaminedHunk, told: Told): ExaminedHunk {
  const ofFindings = new Set(hunk.findings.map(({ rule }) => reasonOf(rule)))
  const reasons = new Set<Reason>([
    ...hunk.reasons.filter((reason) => !ofFindings.has(reason)),
    ...hunk.findings.filter(({ id }) => told.has(id)).map(({ rule }) => reasonOf(rule)),
  ])
  const levels = hunk.findings.map(({ id }) => told.get(id) ?? 'none')
  return {
    ...hunk,
    reasons: [...reasons],
    level: highest([...levels, ...[...reasons].map(levelOf)]),
    routine: reasons.size > 0 ? null : hunk.routine,
  }
}

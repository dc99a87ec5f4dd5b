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
import { recountChangeset } from '@/lib/store/events/recount-changeset'
import { recountReasons } from '../changesets/recount-reasons'
import { storedHunks } from '../changesets/stored-hunks'
import { hunksIn, lockChangesetsWithFindings, activeFindings, updateHunks } from './sql/hunks'

/** Levels of the findings that still give a hunk a reason, by their ids. */
type ActiveLevels = ReadonlyMap<string, Level>

const FINDINGS_PER_QUERY = 500

/**
 * Judges the undecided hunks of a memory anew after something was said of its findings: what is
 * dismissed or excepted gives no reason any more, what is open again does.
 */
export async function rejudgeHunks(
  tx: WriteSql,
  { memoryKey, now }: { memoryKey: number; now: number },
): Promise<void> {
  for (const { key: changesetKey } of await lockChangesetsWithFindings(tx, memoryKey)) {
    const row = await hunksIn(tx, changesetKey, memoryKey)
    if (!row) continue
    const hunks = storedHunks(row.hunks)
    const active = await activeLevels(
      tx,
      hunks.flatMap(({ findings }) => findings),
      now,
    )
    const judged = hunks.map((hunk) => judgedHunk(hunk, active))
    await updateHunks(tx, {
      changesetKey,
      memoryKey,
      hunks: JSON.stringify(judged),
      level: rankOf(highest(judged.map(({ level }) => level))),
    })
    await recountChangeset(tx, changesetKey, [memoryKey])
    await recountReasons(tx, changesetKey)
  }
}

async function activeLevels(
  tx: WriteSql,
  findings: readonly HunkFinding[],
  now: number,
): Promise<ActiveLevels> {
  const active = new Map<string, Level>()
  for (const part of chunked(findings, FINDINGS_PER_QUERY)) {
    const ids = part.map(({ id }) => id)
    const rows = await activeFindings(tx, ids, now)
    for (const { id, severity } of rows) active.set(id, LEVELS[severity] ?? 'none')
  }
  return active
}

/** A hunk with the reasons that its findings give it now, besides those that it has otherwise. */
function judgedHunk(hunk: ExaminedHunk, active: ActiveLevels): ExaminedHunk {
  const ofFindings = new Set(hunk.findings.map(({ rule }) => reasonOf(rule)))
  const reasons = new Set<Reason>([
    ...hunk.reasons.filter((reason) => !ofFindings.has(reason)),
    ...hunk.findings.filter(({ id }) => active.has(id)).map(({ rule }) => reasonOf(rule)),
  ])
  const levels = hunk.findings.map(({ id }) => active.get(id) ?? 'none')
  return {
    ...hunk,
    reasons: [...reasons],
    level: highest([...levels, ...[...reasons].map(levelOf)]),
    routine: reasons.size > 0 ? null : hunk.routine,
  }
}

import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { Audience } from '@/lib/store/model/audience'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { PINNED_PATHS } from '@/lib/store/model/pinned-paths'
import { foldedPath } from '@/lib/text/folded-path'
import { groupedBy } from '@/lib/text/grouped-by'
import { type DecisionRow, decisionsAboutChangeset } from '../decisions/sql/decisions'
import { hunkOfRow } from '../hunks/hunk-rows'
import { LEVELS, type Level } from '../model/attention'
import type { ExaminedHunk } from '../model/changeset'
import { type Decision, isSameHunk } from '../model/hunk'
import { examinedMemories, type ExaminedRow, pathsThatLead } from './sql/memories'
import { storedHunks } from './stored-hunks'

/** The decision about a hunk, and who made it. */
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
  /** the present path; null: deleted */
  path: string | null
  /** the present path, or that of the last examined version; null: redacted */
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

/**
 * The examined memories of a changeset with what was decided, the highest level first. Agents are
 * shown none that is in quarantine.
 */
export async function changesetMemories(
  db: Database,
  changesetId: string,
  audience: Audience = 'people',
): Promise<ReviewedMemory[]> {
  const rows = await examinedMemories(db.read, changesetId, audience)
  const decisions = await decisionsAboutChangeset(db.read, changesetId)
  const byMemory = groupedBy(decisions, (row) => row.memoryKey)
  return rows.map((row) => {
    const all = byMemory.get(row.memoryKey) ?? []
    const made = all.filter(({ throughSequence }) => throughSequence === row.throughSequence)
    return {
      memoryKey: row.memoryKey,
      memoryId: row.memoryId,
      path: row.path,
      lastPath: row.path ?? row.lastPath,
      through: row.throughSequence,
      throughVersionId: row.versionId,
      kind: row.kind,
      level: LEVELS[row.level] ?? 'none',
      addedLines: row.addedLines,
      removedLines: row.removedLines,
      lostLines: row.lostLines,
      openHunks: row.openHunks,
      hunks: storedHunks(row.hunks).map((hunk) => ({
        ...hunk,
        verdict: verdictOf(made.find((each) => isSameHunk(hunkOfRow(each), hunk))),
      })),
      leftBehind: all.flatMap((each) => (isLeftBehind(each, row) ? (verdictOf(each) ?? []) : [])),
    }
  })
}

function isLeftBehind(decision: DecisionRow, memory: ExaminedRow): boolean {
  const isWaiting = decision.decision !== 'accepted' && decision.appliedAt === null
  return isWaiting && decision.throughSequence < memory.throughSequence
}

function verdictOf(row: DecisionRow | undefined): HunkVerdict | null {
  if (!row) return null
  return {
    decision: row.decision,
    content: row.content,
    isSeen: row.seen === 1,
    by: { type: row.actorType, id: row.actorId },
    at: row.decidedAt,
    isApplied: row.appliedAt !== null,
  }
}

/** Scans at most this many memories for the one that a changeset is named after. */
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
  const rows = await pathsThatLead(db.read, {
    changesetIds,
    inspected: MAX_INSPECTED,
    pinned: PINNED,
  })
  return new Map(rows.flatMap(({ id, path }) => (path === null ? [] : [[id, path]])))
}

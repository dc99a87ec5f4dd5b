import type { HunkPage, ListedHunk } from '@/lib/review/list-hunks'
import type { HunkVerdict, ReviewedMemory } from '@/lib/review/changeset-memories'
import type { Changeset, HunkFinding } from '@/lib/review/model/changeset'
import { hunkId } from '@/lib/review/model/hunk'
import { SCAN_RULES } from '@/lib/scan/rules'
import type { MemoryText } from '@/lib/store/model/memory-change'
import { linesWithEnds } from '@/lib/text/line-hunks'
import type { LongList } from './long-list'
import { timeOrNull, wireActor, wireTime } from './serialise'

/** Changesets and their hunks on the wire (review page, HTTP API). */

export function wireChangeset(changeset: Changeset) {
  return {
    id: changeset.id,
    type: 'changeset' as const,
    memory_store_id: changeset.storeId,
    session_id: changeset.sessionId,
    actor: wireActor(changeset.actor),
    state: changeset.state,
    /** whether level, reasons and counts follow from all of its changes yet */
    examined: changeset.isExamined,
    level: changeset.level,
    reasons: changeset.reasons,
    counts: {
      changes: changeset.changeCount,
      memories: changeset.memoryCount,
      lines_added: changeset.addedLines,
      lines_removed: changeset.removedLines,
      lines_lost: changeset.lostLines,
      hunks: changeset.hunkCount,
      open_hunks: changeset.openHunks,
    },
    first_changed_at: wireTime(changeset.firstChangedAt),
    last_changed_at: wireTime(changeset.lastChangedAt),
    snoozed_until: timeOrNull(changeset.snoozedUntil),
    assignee: changeset.assignee && wireActor(changeset.assignee),
    revision: changeset.revision,
  }
}

/** A changeset with its memories: there may be many. */
export function wireChangesetMemories(
  changeset: Changeset,
  memories: readonly ReviewedMemory[],
): LongList<ReviewedMemory> {
  return { about: wireChangeset(changeset), name: 'memories', items: memories, wire: wireMemory }
}

function wireMemory(memory: ReviewedMemory) {
  return {
    memory_id: memory.memoryId,
    path: memory.path,
    change: memory.kind,
    memory_version_id: memory.throughVersionId,
    level: memory.level,
    counts: {
      lines_added: memory.addedLines,
      lines_removed: memory.removedLines,
      lines_lost: memory.lostLines,
      hunks: memory.hunks.length,
      open_hunks: memory.openHunks,
    },
  }
}

/** A page of hunks, with their lines. */
export function wireHunks({ hunks }: HunkPage, nextPage: string | null): LongList<ListedHunk> {
  return { about: { next_page: nextPage }, name: 'data', items: hunks, wire: wireHunk }
}

function wireHunk({ hunk, memory, change }: ListedHunk) {
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  return {
    id: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
    type: 'changeset_hunk' as const,
    kind: hunk.kind,
    memory_id: memory.memoryId,
    memory_version_id: memory.throughVersionId,
    level: hunk.level,
    reasons: hunk.reasons,
    routine: hunk.routine,
    lines_lost: hunk.lostLines,
    redacted: change.redacted !== null,
    before: wireSide(change.before, beforeFrom, beforeCount),
    after: wireSide(change.after, afterFrom, afterCount),
    findings: hunk.findings.map(wireFinding),
    decision: hunk.verdict && wireVerdict(hunk.verdict),
  }
}

/** The lines of one side, to the byte; null if the memory was not there, or is redacted. */
function wireSide(side: MemoryText | null, from: number, count: number) {
  if (!side) return null
  const lines = linesWithEnds(side.content).slice(from, from + count)
  return { path: side.path, line: from + 1, line_count: count, text: lines.join('') }
}

function wireFinding({ rule, line, from, to }: HunkFinding) {
  const { category, severity } = SCAN_RULES[rule]
  return { rule, category, severity, line, column: from + 1, length: to - from }
}

function wireVerdict(verdict: HunkVerdict) {
  return {
    decision: verdict.decision,
    content: verdict.content,
    seen: verdict.isSeen,
    by: wireActor(verdict.by),
    at: wireTime(verdict.at),
    applied: verdict.isApplied,
  }
}

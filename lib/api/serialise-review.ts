import type { HunkPage, ListedHunk } from '@/lib/review/hunks/list-hunks'
import type { HunkVerdict, ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import type { Changeset, HunkFinding } from '@/lib/review/model/changeset'
import { hunkId } from '@/lib/review/model/hunk'
import type { ProposalPreview } from '@/lib/proposals/preview-proposal'
import { SCAN_RULES } from '@/lib/scan/rules'
import type { Quarantine } from '@/lib/store/model/quarantine'
import type { MemoryText } from '@/lib/store/model/memory-change'
import type { Proposal } from '@/lib/store/model/proposal'
import type { ReviewEvent, ReviewEventType } from '@/lib/store/model/review-event'
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
      open_comments: changeset.openComments,
      answered_comments: changeset.answeredComments,
    },
    first_changed_at: wireTime(changeset.firstChangedAt),
    last_changed_at: wireTime(changeset.lastChangedAt),
    snoozed_until: timeOrNull(changeset.snoozedUntil),
    assignee: changeset.assignee && wireActor(changeset.assignee),
    revision: changeset.revision,
  }
}

/** What happened in a store's review, without content. */
export function wireReviewEvent({ type, storeId, subject, createdAt }: ReviewEvent) {
  return {
    type,
    memory_store_id: storeId,
    [SUBJECTS[type]]: subject,
    created_at: wireTime(createdAt),
  }
}

const SUBJECTS = {
  'changeset.updated': 'changeset_id',
  'proposal.created': 'proposal_id',
  'proposal.settled': 'proposal_id',
  'finding.created': 'finding_id',
  'findings.updated': 'memory_id',
  'version.attributed': 'memory_version_id',
} as const satisfies Record<ReviewEventType, string>

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

/** Whether and how a memory is in quarantine; `null`: it is not. */
export function wireQuarantine(
  { storeId, memoryId }: { storeId: string; memoryId: string },
  quarantine: Quarantine | null,
) {
  return {
    type: 'memory_quarantine' as const,
    memory_id: memoryId,
    memory_store_id: storeId,
    quarantined: quarantine !== null,
    from_memory_version_id: quarantine?.fromVersionId ?? null,
    served_memory_version_id: quarantine?.servedVersionId ?? null,
    reason: quarantine?.reason ?? null,
    since: quarantine && wireTime(quarantine.since),
    by: quarantine && wireActor(quarantine.by),
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
    findings: hunk.findings.map(wireHunkFinding),
    decision: hunk.verdict && wireVerdict(hunk.verdict),
  }
}

/** The lines of one side, to the byte; null if the memory was not there, or is redacted. */
function wireSide(side: MemoryText | null, from: number, count: number) {
  if (!side) return null
  const lines = linesWithEnds(side.content).slice(from, from + count)
  return { path: side.path, line: from + 1, line_count: count, text: lines.join('') }
}

function wireHunkFinding({ id, rule, line, from, to, toLine = line }: HunkFinding) {
  const { category, severity } = SCAN_RULES[rule]
  const place = { line, to_line: toLine, column: from + 1, length: to - from }
  return { id, rule, category, severity, ...place }
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

export function wireProposal(proposal: Proposal) {
  return {
    id: proposal.id,
    type: 'proposal' as const,
    memory_store_id: proposal.storeId,
    changeset_id: proposal.changesetId,
    session_id: proposal.sessionId,
    tool_use_id: proposal.toolUseId,
    actor: wireActor(proposal.actor),
    change: proposal.kind,
    path: proposal.path,
    state: proposal.state,
    rule: proposal.rule && { id: proposal.rule.id, policy_revision: proposal.rule.revision },
    unscanned: proposal.isUnscanned,
    created_at: wireTime(proposal.createdAt),
    lapses_at: timeOrNull(proposal.lapsesAt),
    decided_at: timeOrNull(proposal.decidedAt),
    decided_by: proposal.decidedBy && wireActor(proposal.decidedBy),
    message: proposal.message,
    edited: proposal.isEdited,
  }
}

/** What a waiting proposal would change now. */
export function wireProposalChanges({ changes, shown, answer, isError }: ProposalPreview) {
  return {
    /** what an approval names */
    content_sha256: shown.contentSha256,
    possible: !isError,
    answer,
    changes: changes.map(({ memoryId, before, after }) => ({
      // A new memory gets its id when it is written.
      memory_id: before === null ? null : memoryId,
      before,
      after,
    })),
  }
}

import { z } from 'zod'
import type { HunkVerdict } from '@/lib/review/changesets/changeset-memories'
import type { HunkPage, ListedHunk } from '@/lib/review/hunks/list-hunks'
import { LEVELS, REASONS } from '@/lib/review/model/attention'
import type { HunkFinding } from '@/lib/review/model/changeset'
import { hunkId } from '@/lib/review/model/hunk'
import { SCAN_RULES } from '@/lib/scan/rules'
import type { MemoryText } from '@/lib/store/model/memory-change'
import { linesWithEnds } from '@/lib/text/line-hunks'
import type { LongList } from '../long-list'
import { findingCategory, findingSeverity } from './finding'
import { actor, size, time, type Wire, wireActor, wireTime } from './values'

/** The lines on one side, to the byte; null: no memory was there, or it is redacted. */
const hunkSide = z
  .strictObject({
    path: z.string(),
    line: z.int().positive(),
    line_count: size,
    text: z.string(),
  })
  .nullable()

const hunkFinding = z.strictObject({
  id: z.string(),
  rule: z.string(),
  category: findingCategory,
  severity: findingSeverity,
  /** from 1, or 0: in the memory's path */
  line: z.int().nonnegative(),
  to_line: z.int().nonnegative(),
  column: z.int().positive(),
  length: size,
})

const hunkDecision = z.strictObject({
  decision: z.enum(['accepted', 'rejected', 'edited']),
  content: z.string().nullable(),
  seen: z.boolean(),
  by: actor,
  at: time,
  /** whether a rejection or an edit is written */
  applied: z.boolean(),
})

export const hunkAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('changeset_hunk'),
  kind: z.enum(['lines', 'created', 'deleted', 'renamed']),
  memory_id: z.string(),
  memory_version_id: z.string(),
  level: z.enum(LEVELS),
  reasons: z.array(z.enum(REASONS)),
  routine: z.enum(['spacing', 'moved', 'appended']).nullable(),
  lines_lost: size,
  redacted: z.boolean(),
  before: hunkSide,
  after: hunkSide,
  findings: z.array(hunkFinding),
  decision: hunkDecision.nullable(),
})

/** A page of hunks, with their lines. */
export function wireHunks({ hunks }: HunkPage, nextPage: string | null): LongList<ListedHunk> {
  return { about: { next_page: nextPage }, name: 'data', items: hunks, wire: wireHunk }
}

function wireHunk({ hunk, memory, change }: ListedHunk): Wire<typeof hunkAnswer> {
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  return {
    id: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
    type: 'changeset_hunk',
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

function wireSide(side: MemoryText | null, from: number, count: number): Wire<typeof hunkSide> {
  if (!side) return null
  const lines = linesWithEnds(side.content).slice(from, from + count)
  return { path: side.path, line: from + 1, line_count: count, text: lines.join('') }
}

function wireHunkFinding({
  id,
  rule,
  line,
  from,
  to,
  toLine = line,
}: HunkFinding): Wire<typeof hunkFinding> {
  const { category, severity } = SCAN_RULES[rule]
  const place = { line, to_line: toLine, column: from + 1, length: to - from }
  return { id, rule, category, severity, ...place }
}

function wireVerdict(verdict: HunkVerdict): Wire<typeof hunkDecision> {
  return {
    decision: verdict.decision,
    content: verdict.content,
    seen: verdict.isSeen,
    by: wireActor(verdict.by),
    at: wireTime(verdict.at),
    applied: verdict.isApplied,
  }
}

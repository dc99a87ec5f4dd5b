import { z } from 'zod'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { LEVELS, REASONS } from '@/lib/review/model/attention'
import { type Changeset, CHANGESET_STATES } from '@/lib/review/model/changeset'
import type { LongList } from '../long-list'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

export const changesetAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('changeset'),
  memory_store_id: z.string(),
  session_id: z.string().nullable(),
  actor,
  state: z.enum(CHANGESET_STATES),
  /** whether level, reasons and counts follow from all of its changes yet */
  examined: z.boolean(),
  level: z.enum(LEVELS),
  /** how many hunks each names */
  reasons: z.partialRecord(z.enum(REASONS), size),
  counts: z.strictObject({
    changes: size,
    memories: size,
    lines_added: size,
    lines_removed: size,
    lines_lost: size,
    hunks: size,
    open_hunks: size,
    /** not resolved; and of these, those whose lines an agent changed since */
    open_comments: size,
    answered_comments: size,
  }),
  first_changed_at: time,
  last_changed_at: time,
  /** null while snoozed: until its next change */
  snoozed_until: time.nullable(),
  assignee: actor.nullable(),
  /** grows with every change of what is told here */
  revision: size,
})

const changesetMemory = z.strictObject({
  memory_id: z.string(),
  /** the present path; null: deleted */
  path: z.string().nullable(),
  change: z.enum(['created', 'modified', 'renamed', 'deleted']).nullable(),
  /** the changeset's last version of it that was examined */
  memory_version_id: z.string(),
  level: z.enum(LEVELS),
  counts: z.strictObject({
    lines_added: size,
    lines_removed: size,
    lines_lost: size,
    hunks: size,
    open_hunks: size,
  }),
})

export const changesetWithMemories = changesetAnswer.extend({ memories: z.array(changesetMemory) })

export const decisionsAnswer = z.strictObject({
  type: z.literal('changeset_decisions'),
  changeset_id: z.string(),
  counts: z.strictObject({ decisions: size, open_hunks: size }),
  revision: size,
})

export function wireChangeset(changeset: Changeset): Wire<typeof changesetAnswer> {
  return {
    id: changeset.id,
    type: 'changeset',
    memory_store_id: changeset.storeId,
    session_id: changeset.sessionId,
    actor: wireActor(changeset.actor),
    state: changeset.state,
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

/** A changeset with its memories: there may be many. */
export function wireChangesetMemories(
  changeset: Changeset,
  memories: readonly ReviewedMemory[],
): LongList<ReviewedMemory> {
  return { about: wireChangeset(changeset), name: 'memories', items: memories, wire: wireMemory }
}

function wireMemory(memory: ReviewedMemory): Wire<typeof changesetMemory> {
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

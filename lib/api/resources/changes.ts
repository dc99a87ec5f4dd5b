import { z } from 'zod'
import {
  kindOf,
  type MemoryChange,
  type MemorySummary,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import type { NetChanges } from '@/lib/store/changes/net-changes'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import type { LongList } from '../long-list'
import { actor, sha256, size, time, type Wire, wireActor, wireTime } from './values'

const state = z.strictObject({
  path: z.string(),
  content_sha256: sha256,
  content_size_bytes: size,
  memory_version_id: z.string().optional(),
})

const planned = z.strictObject({
  memory_id: z.string(),
  before: state.nullable(),
  after: state.nullable(),
})

export const rollbackAnswer = z.strictObject({
  type: z.literal('memory_store_rollback'),
  dry_run: z.boolean(),
  plan: sha256,
  batch_id: z.string().nullable(),
  memory_version_ids: z.array(z.string()),
  counts: z.strictObject({
    will_change: size,
    already_so: size,
    changed_since: size,
    cannot: size,
  }),
  will_change: z.array(planned),
  already_so: z.array(planned),
  changed_since: z.array(planned.extend({ by: actor, at: time })),
  cannot: z.array(planned.extend({ reason: z.enum(['redacted', 'damaged', 'path_taken']) })),
})

const netChange = planned.extend({ change: z.enum(['created', 'modified', 'renamed', 'deleted']) })

export const changesAnswer = z.strictObject({
  type: z.literal('memory_store_changes'),
  data: z.array(netChange),
  redacted_memory_ids: z.array(z.string()),
})

function wireState(summary: MemorySummary | VersionSummary | null): Wire<typeof state> | null {
  return summary
    ? {
        path: summary.path,
        content_sha256: summary.sha256,
        content_size_bytes: summary.size,
        ...('versionId' in summary ? { memory_version_id: summary.versionId } : {}),
      }
    : null
}

function wirePlanned(change: MemoryChange<MemorySummary>): Wire<typeof planned> {
  return {
    memory_id: change.memoryId,
    before: wireState(change.before),
    after: wireState(change.after),
  }
}

/** The effect that restoring a store or undoing changes had or would have. */
export function wireRollback(
  result: RollbackResult,
  isDryRun: boolean,
): Wire<typeof rollbackAnswer> {
  const { willChange, alreadySo, changedSince, cannot } = result.plan
  return {
    type: 'memory_store_rollback',
    dry_run: isDryRun,
    plan: result.planHash,
    batch_id: result.batchId,
    memory_version_ids: result.versionIds,
    counts: {
      will_change: willChange.length,
      already_so: alreadySo.length,
      changed_since: changedSince.length,
      cannot: cannot.length,
    },
    will_change: willChange.map(wirePlanned),
    already_so: alreadySo.map(wirePlanned),
    changed_since: changedSince.map((change) => ({
      ...wirePlanned(change),
      by: wireActor(change.by),
      at: wireTime(change.at),
    })),
    cannot: cannot.map((change) => ({ ...wirePlanned(change), reason: change.reason })),
  }
}

function wireNetChange(change: MemoryChange<VersionSummary>): Wire<typeof netChange> {
  const kind = kindOf(change)
  if (kind === null) throw new Error('a net change of which both sides are equal')
  return {
    memory_id: change.memoryId,
    change: kind,
    before: wireState(change.before),
    after: wireState(change.after),
  }
}

/** A long list: there may be as many changes as memories. */
export function wireNetChanges({
  changes,
  redactedMemoryIds,
}: NetChanges): LongList<MemoryChange<VersionSummary>> {
  return {
    about: { type: 'memory_store_changes', redacted_memory_ids: redactedMemoryIds },
    name: 'data',
    items: changes,
    wire: wireNetChange,
  }
}

import {
  type CompactionStart,
  type CompactionFault,
  type ModelUsage,
  NO_USAGE,
} from '../session-event'
import type { NewEvent } from './append-events'

/** A failed compaction; the conversation stays unchanged. */
export function failedCompaction(
  start: Pick<CompactionStart, 'cause' | 'tokensBefore' | 'goesOn' | 'isUnanswered'> & {
    id: string
  },
  why: {
    reason: CompactionFault
    message?: string
    usage?: ModelUsage
    durationMs?: number | null
  },
): NewEvent {
  return {
    type: 'context.compaction_failed',
    startId: start.id,
    cause: start.cause,
    reason: why.reason,
    message: why.message ?? '',
    tokensBefore: start.tokensBefore,
    goesOn: start.goesOn,
    isUnanswered: start.isUnanswered,
    usage: why.usage ?? NO_USAGE,
    durationMs: why.durationMs ?? null,
    block: null,
  }
}

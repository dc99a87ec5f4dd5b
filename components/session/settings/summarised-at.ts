import type { SessionSettings } from '@/lib/agent/session-settings'
import type { ContextThresholds } from '@/lib/context/context-thresholds'

/** The share of its window at which a session is summarised by itself, in percent; null: never. */
export function summarisedAt(
  { context: { compactAt } }: Pick<SessionSettings, 'context'>,
  thresholds: ContextThresholds,
): number | null {
  return compactAt === 'off' ? null : (compactAt ?? thresholds.compaction)
}

import type { NumberedHappening } from '@/components/context/what-happened'
import { type ModelUsage, NO_USAGE } from '@/lib/agent/session-event'
import { inputTokens } from '@/lib/context/context-size'

/**
 * Returns the share of the input that came from the cache, in whole percent, never rounded up to
 * 100.
 */
export function cacheShare(usage: ModelUsage): number {
  return Math.floor((usage.cacheReadTokens / inputTokens(usage)) * 100) / 100
}

/** The tokens of several requests together. */
export function usedTogether(usages: readonly ModelUsage[]): ModelUsage {
  return usages.reduce<ModelUsage>(
    (sum, usage) => ({
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
      cacheCreationTokens: sum.cacheCreationTokens + usage.cacheCreationTokens,
    }),
    NO_USAGE,
  )
}

/** Sums up the tokens of summaries, failed ones too. */
export function usedBySummaries(happenings: readonly NumberedHappening[]): ModelUsage {
  return usedTogether(
    happenings.flatMap((each) =>
      each.kind === 'clearing' || each.usage === null ? [] : [each.usage],
    ),
  )
}

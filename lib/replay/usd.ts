import { hasModelServer } from '@/lib/agent/model-client'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { usdAtMost } from '@/lib/model-prices'
import { settings } from '@/lib/settings'

/**
 * The most that tokens cost which these models read and wrote, in US dollars, by `MODEL_PRICES`. 0: the
 * practice agent alone was asked; null: the price of a model is not set, or who was asked is not known.
 */
export function usdOf(
  models: readonly string[] | null,
  usage: { inputTokens: number; outputTokens: number },
): number | null {
  if (models === null) return null
  const paid = models.filter((model) => model !== PRACTICE_MODEL)
  if (paid.length === 0) return 0
  // Without a server the practice agent answers for all, or did another server once.
  return hasModelServer() ? usdAtMost(settings().modelPrices, paid, usage) : null
}

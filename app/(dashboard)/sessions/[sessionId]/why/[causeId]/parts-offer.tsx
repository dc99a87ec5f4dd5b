import { texts } from '@/components/i18n/server-texts'
import { AskForParts } from '@/components/why/ask-for-parts'
import { priceOnPage } from '@/components/why/price-on-page'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { DEFAULT_PARTS_ANSWERS } from '@/lib/replay/model/cause-answers'
import { priceOfParts } from '@/lib/replay/start-parts'

/** Offers, after a search that found no set of memories that does it, to look for all that add a little, with its price. */
export async function PartsOffer({ cause, isFree }: { cause: CauseSearch; isFree: boolean }) {
  const answers = DEFAULT_PARTS_ANSWERS
  const price = priceOfParts(cause, answers)
  if (!price) return null
  const t = await texts()
  const tokens = Number((price.inputTokens + price.outputTokens).toPrecision(2))
  const costs = await priceOnPage({ tokens, isFree, usd: price.usd })
  const label = t('WhyFound.partsAsk', { count: answers, price: costs })
  return (
    <div>
      <AskForParts causeId={cause.id} seen={cause.usage.requests} label={label} />
    </div>
  )
}

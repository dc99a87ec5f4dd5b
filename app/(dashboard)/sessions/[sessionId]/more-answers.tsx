import { texts } from '@/components/i18n/server-texts'
import { GoOn } from '@/components/why/go-on'
import { priceOnPage } from '@/components/why/price-on-page'
import { priceOfMore, type ReplayHead } from '@/lib/replay/replay-head'

/** Offers to go on with work that ended undecided, with what that costs. `answers`: those it has. */
export async function MoreAnswers({
  head,
  answers,
  isFree,
}: {
  head: ReplayHead
  answers: number
  /** whether the practice agent answers */
  isFree: boolean
}) {
  const price = priceOfMore(head, answers)
  if (!price) return null
  const t = await texts()
  return <GoOn replayId={head.id} seen={head.usage.requests} label={await label()} />

  async function label(): Promise<string> {
    if (price?.tokens == null) return t('WhyFound.goOn')
    const tokens = Number(price.tokens.toPrecision(2))
    const costs = await priceOnPage({ tokens, isFree, usd: price.usd })
    return t('WhyFound.more', { count: head.moreAnswers, price: costs })
  }
}

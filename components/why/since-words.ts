import { texts } from '@/components/i18n/server-texts'
import type { Bisection } from '@/lib/replay/get-bisection'

/** What two searches for a change, of an answer and of a test, have in common. */
type Searched = Pick<Bisection, 'state' | 'result' | 'changeCount'>

/** The look of a search's state: doubt wherever no change is named for sure. */
export function sinceTone({ result }: Pick<Searched, 'result'>, isOpen: boolean) {
  if (isOpen) return 'accent'
  return result?.verdict === 'found' && result.isConsistent === true ? 'plain' : 'caution'
}

/** The result in one sentence. `found`: words the change, and whether it begins or stops with it. */
export async function sinceHeadline(
  { state, result, changeCount }: Searched,
  found: (change: { begins: boolean; sequence: number }) => string,
): Promise<string> {
  const t = await texts()
  if (state === 'pending' || state === 'running') {
    return t('Since.running', { count: changeCount ?? 0 })
  }
  if (result?.verdict === 'found') {
    const begins = (result.after?.held ?? 0) > (result.before?.held ?? 0)
    return found({ begins, sequence: result.change?.sequence ?? 0 })
  }
  if (result?.verdict === 'no_change') return t('Since.noChange')
  if (state === 'canceled') return t('WhyFound.canceled')
  if (state === 'failed') return t('WhyFound.failed')
  return t(state === 'budget_reached' ? 'WhyFound.budgetReached' : 'WhyFound.undecided')
}

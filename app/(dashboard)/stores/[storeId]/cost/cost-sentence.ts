import type { formats, texts } from '@/components/i18n/server-texts'
import { MIN_SESSIONS } from '@/lib/costs/costly-memories'
import type { StoreCost } from '@/lib/costs/store-cost'

interface Words {
  t: Awaited<ReturnType<typeof texts>>
  format: Awaited<ReturnType<typeof formats>>
}

/** Words the first sentence of the page, and a line on what it rests on. */
export function costSentence(
  cost: StoreCost,
  isJudged: boolean,
  { t, format }: Words,
): { sentence: string; hint: string } {
  const { sessions, observed, idle, used } = cost
  const aSession = (tokens: number, of = sessions) => format.number(Math.round(tokens / of))
  if (sessions === 0) {
    return {
      sentence: t('Cost.sayObserved', { tokens: aSession(observed.tokens, observed.sessions) }),
      hint: t('Cost.hintObserved', { count: observed.sessions }),
    }
  }
  if (sessions < MIN_SESSIONS) {
    return {
      sentence: t('Cost.sayTooFew'),
      hint: t('Cost.hintTooFew', { count: sessions, needed: MIN_SESSIONS }),
    }
  }
  const all = aSession(cost.freshTokens + cost.againTokens)
  if (!isJudged) return { sentence: t('Cost.say', { tokens: all }), hint: t('Cost.hintUnknown') }
  if (idle.tokens === 0) {
    if (used.count === 0)
      return { sentence: t('Cost.say', { tokens: all }), hint: t('Cost.hintNothingRead') }
    const gone = tokensOfDeleted(cost)
    if (gone === 0) return { sentence: t('Cost.sayNoneIdle'), hint: t('Cost.hintNoneIdle') }
    const hint = t('Cost.hintGone', { tokens: aSession(gone) })
    return { sentence: t('Cost.say', { tokens: all }), hint }
  }
  return {
    sentence: t('Cost.sayIdle', { idle: aSession(idle.tokens), all }),
    hint: idleHint(cost, t),
  }
}

/** Tokens of memories that are in neither group, since they are no longer there. */
function tokensOfDeleted(cost: StoreCost): number {
  const { freshTokens, againTokens, listedTokens, idle, used } = cost
  return freshTokens + againTokens - listedTokens - idle.tokens - used.tokens
}

/** Names where an effect of the idle memories was looked for: somewhere, or nothing is said of them. */
function idleHint({ idle, lookedAt: { tests, answers } }: StoreCost, t: Words['t']): string {
  const places = [
    ...(tests === 0 ? [] : [t('Cost.inNoTest', { count: tests })]),
    ...(answers === 0 ? [] : [t('Cost.ofNoAnswer', { count: answers })]),
  ]
  return `${t('Cost.memories', { count: idle.count })}: ${places.join(', ')}.`
}

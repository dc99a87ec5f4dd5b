import { formats, texts } from '@/components/i18n/server-texts'
import { spentMoneyOnPage } from '@/components/why/price-on-page'
import { withMoney } from '@/components/why/price-words'
import { SampleMarks } from '@/components/why/sample-marks'
import type { Funnel } from '@/lib/replay/cause-funnel'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { FunnelTable } from './funnel-table'

/** How a search went, a line a question, and what it cost. */
export async function HowFound({
  cause,
  funnel,
  isOpen,
}: {
  cause: CauseSearch
  funnel: Funnel | null
  isOpen: boolean
}) {
  const t = await texts()
  const { rounds, usage } = cause
  const answers = rounds.reduce((sum, { share }) => sum + share.of, 0)
  const tokens = (await formats()).number(usage.inputTokens + usage.outputTokens)
  const cost = t('WhyFound.cost', { answers, requests: usage.requests, tokens })
  return (
    <details open={isOpen} className="text-sm">
      <summary className="w-fit cursor-pointer text-ink-2">
        {t(cause.finishedAt === null ? 'WhyFound.soFar' : 'WhyFound.how')}:{' '}
        <span className="tabular-nums">{withMoney(cost, await spentMoneyOnPage(usage.usd))}</span>
      </summary>
      {funnel && funnel.columns.length > 0 ? (
        <div className="mt-2">
          <FunnelTable funnel={funnel} isOpen={cause.finishedAt === null} />
        </div>
      ) : null}
      {rounds.length === 0 ? <p className="mt-2 text-ink-3">{t('WhyFound.noRounds')}</p> : null}
      <ol className="mt-2">
        {rounds
          .filter(({ level }) => funnel === null || level > 0)
          .map(({ level, purpose, shown, hidden, share }, index) => (
            <li
              key={index}
              className="flex flex-wrap items-center gap-x-3 border-t border-line py-1.5 tabular-nums"
            >
              <span className="min-w-0 flex-1">
                {level === 0 || purpose === 'halves' ? null : (
                  <span className="text-ink-3">{t('WhyFound.ofLines')} · </span>
                )}
                {t(`WhyFound.round_${purpose}`, { shown, hidden })}
              </span>
              <SampleMarks share={share} />
              <span className="w-16 text-right text-ink-2">
                {t('WhyFound.heldOf', { ...share })}
              </span>
            </li>
          ))}
      </ol>
    </details>
  )
}

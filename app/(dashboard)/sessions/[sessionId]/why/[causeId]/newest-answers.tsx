import { texts } from '@/components/i18n/server-texts'
import { SampleMarks } from '@/components/why/sample-marks'
import type { Check } from '@/lib/replay/model/check'
import type { NewAnswer } from '@/lib/replay/newest-answers'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { Quoted } from './quoted'
import { quoteOf } from './quote-of'

/** The answers that came last while a search runs: what it hears, before it says what it makes of it. */
export async function NewestAnswers({
  answers,
  check,
}: {
  answers: readonly NewAnswer[]
  check: Check
}) {
  const t = await texts()
  const rows = await Promise.all(
    answers.map(async (answer) => ({
      ...answer,
      quote: quoteOf(await secretsMaskedIn(answer.text), check),
    })),
  )
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="newest" className="text-sm">
      <h3 id="newest" className="font-semibold">
        {t('WhyFound.newest')}
      </h3>
      <ol className="mt-2">
        {rows.map(({ sample, level, purpose, shown, hidden, held, quote }) => (
          <li key={sample} className="flex gap-x-3 border-t border-line py-2 max-md:flex-wrap">
            <span className="flex w-56 shrink-0 items-baseline gap-2 text-ink-2 tabular-nums max-md:w-full">
              <SampleMarks share={{ held: Number(held === true), of: 1 }} />
              <span className="sr-only">
                {t('WhyFound.heldOf', { held: Number(held === true), of: 1 })}
              </span>
              <span className="min-w-0">
                {level === 0 || purpose === 'halves' ? null : `${t('WhyFound.ofLines')} · `}
                {t(`WhyFound.round_${purpose}`, { shown, hidden })}
              </span>
            </span>
            <span className="min-w-0 break-words">
              <Quoted quote={quote} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

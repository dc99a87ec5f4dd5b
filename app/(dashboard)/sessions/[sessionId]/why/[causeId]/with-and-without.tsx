import { texts } from '@/components/i18n/server-texts'
import { SampleMarks } from '@/components/why/sample-marks'
import type { TellingAnswers } from '@/lib/replay/get-cause'
import type { Check } from '@/lib/replay/model/check'
import type { CauseResult } from '@/lib/replay/model/replay'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { Quoted } from './quoted'
import { quoteOf } from './quote-of'

/** How often the answer was given as it was, without its cause, and with it alone. */
export async function WithAndWithout({
  result,
  confirmed,
  answers,
  check,
}: {
  check: Check
  result: CauseResult
  confirmed: NonNullable<CauseResult['confirmed']>
  answers: TellingAnswers
}) {
  const t = await texts()
  const quoted = async (text: string) => quoteOf(await secretsMaskedIn(text), check)
  const percent = (share: number) => Math.round(share * 100)
  const rows = [
    {
      label: t('WhyFound.asItWas'),
      share: result.baseline,
      text: await quoted(answers.asItWas),
    },
    {
      label: t('WhyFound.without'),
      share: confirmed.withoutCauses,
      text: await quoted(answers.without),
    },
    {
      label: t('WhyFound.alone'),
      share: confirmed.withCauses,
      text: await quoted(answers.alone),
    },
  ]
  return (
    <section aria-labelledby="with-and-without">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id="with-and-without" className="font-semibold">
          {t('WhyFound.table')}
        </h3>
        <p className="ml-auto text-sm text-ink-2 tabular-nums">
          {t('WhyFound.difference', {
            low: percent(confirmed.interval.low),
            high: percent(confirmed.interval.high),
          })}
        </p>
      </div>
      <table className="mt-2 w-full text-left text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('WhyFound.table')}</th>
            <th scope="col">{t('WhyFound.column')}</th>
            <th scope="col">{t('WhyFound.example')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, share, text }) => (
            <tr
              key={label}
              className="border-t border-line align-top max-md:flex max-md:flex-col max-md:py-2"
            >
              <th scope="row" className="w-40 py-2.5 pr-3 font-medium max-md:py-0.5">
                {label}
              </th>
              <td className="w-56 py-2.5 pr-3 max-md:py-0.5">
                <span className="flex items-center gap-2 tabular-nums">
                  <SampleMarks share={share} />
                  {t('WhyFound.heldOf', { ...share })}
                </span>
              </td>
              <td className="py-2.5 break-words max-md:py-0.5">
                <Quoted quote={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

import { formats, texts } from '@/components/i18n/server-texts'
import type { RulePrecision } from '@/lib/review/model/metrics'
import { foundThings } from './found-things'

/** Shows the precision of each rule, with its confidence interval. */
export async function PrecisionTable({ findings }: { findings: readonly RulePrecision[] }) {
  const t = await texts()
  const format = await formats()
  const figure = 'py-1.5 pl-4 text-right tabular-nums'
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={t('Digest.findings')}>
      <table className="w-full min-w-160">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th className="py-1.5 font-medium">{t('Digest.findingRule')}</th>
            <th className={`${figure} font-medium`}>{t('Digest.raised')}</th>
            <th className={`${figure} font-medium`}>{t('Digest.right')}</th>
            <th className={`${figure} font-medium`}>{t('Digest.wrong')}</th>
            <th className="py-1.5 pl-8 font-medium">{t('Digest.precision')}</th>
            <th className={`${figure} font-medium`}>{t('Digest.share')}</th>
          </tr>
        </thead>
        <tbody>
          {foundThings(t, findings).map(({ name, raised, right, wrong, precision }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 text-left font-medium">
                {name}
              </th>
              <td className={figure}>{format.number(raised)}</td>
              <td className={figure}>{format.number(right)}</td>
              <td className={figure}>{format.number(wrong)}</td>
              <td className="w-72 py-1.5 pl-8">{precision ? <Interval {...precision} /> : null}</td>
              <td className={`${figure} whitespace-nowrap`}>
                {precision ? format.number(precision.share, { style: 'percent' }) : '–'}
                {precision?.isTooFew ? (
                  <span className="pl-2 text-xs text-ink-3">{t('Digest.tooFew')}</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Draws the 95 % confidence interval of a share, on a line from none to all. */
async function Interval({ share, low, high }: NonNullable<RulePrecision['precision']>) {
  const t = await texts()
  const percent = (value: number) => `${100 * value}%`
  return (
    <span className="relative block h-3">
      <span className="sr-only">
        {t('Digest.between', { low: Math.round(100 * low), high: Math.round(100 * high) })}
      </span>
      <span aria-hidden className="absolute top-[5px] h-px w-full bg-line-2" />
      <span
        aria-hidden
        className="absolute top-[3px] h-1.5 rounded-[2px] bg-ink-3"
        style={{ left: percent(low), width: percent(high - low) }}
      />
      <span
        aria-hidden
        className="absolute h-3 w-[3px] -translate-x-1/2 rounded-[1px] bg-ink"
        style={{ left: percent(share) }}
      />
    </span>
  )
}

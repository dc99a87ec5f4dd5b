import { ChevronRight } from 'lucide-react'
import { findingsAddress, isNarrowed } from '@/components/findings/findings-address'
import { FindingsByRule } from '@/components/findings/findings-by-rule'
import { ruleWords } from '@/components/findings/rule-words'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { FindingsProps } from './findings'

/** The findings of a store's upkeep, folded: none of them is dangerous. */
export async function Tidying({
  storeId,
  place,
  found,
  now,
}: Omit<FindingsProps, 'chosenComments'>) {
  const { findings, next } = found.tidying
  if (findings.length === 0) return null
  const [t, format] = await Promise.all([texts(), formats()])
  const { toTidy, tidyCount } = found.open
  const rules = toTidy.map(([rule, count]) => `${ruleWords(t, rule)} (${format.number(count)})`)
  return (
    <details open={isNarrowed(place)} className="group border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 outline-offset-[-2px] hover:bg-hover">
        <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
        <span className="min-w-0 text-ink-3">
          <span className="font-medium text-ink">{t('Findings.category_hygiene')}</span>{' '}
          <span className="tabular-nums">{format.number(tidyCount)}</span>
          {': '}
          {rules.join(', ')}
        </span>
      </summary>
      <FindingsByRule findings={findings} lines={found.lines} names={found.names} now={now} />
      {next === null ? null : (
        <p className="border-t border-line px-4 py-3">
          <Link
            href={findingsAddress(storeId, place, { category: 'hygiene', after: next })}
            className={buttonVariants()}
          >
            {t('Findings.older')}
          </Link>
        </p>
      )}
    </details>
  )
}

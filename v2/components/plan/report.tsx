import { useFormatter, useTranslations } from 'next-intl'
import { PathInLine } from '@/components/lines/visible-text'
import { shownSize } from '@/lib/text/human-size'
import { groupedBy } from '@/lib/text/lists'
import type { SeedReport } from '@/lib/transfer/report'
import { useReasonWords } from './reason'

/** Of a group with more paths, the others are counted. */
const MOST_LISTED = 500

/** What a seeding came to, by groups as its plan had them: each path, and why it was not taken. */
export function Report({ counts, entries }: Pick<SeedReport, 'counts' | 'entries'>) {
  const t = useTranslations('Plan')
  const format = useFormatter()
  const reasonWords = useReasonWords()
  const ofAction = groupedBy(entries, ({ action }) => action)
  const groups = (Object.keys(counts) as (keyof typeof counts)[]).filter((name) => counts[name] > 0)
  return (
    <div className="grid py-5">
      {groups.map((name) => {
        const listed = ofAction.get(name) ?? []
        const heading = (
          <>
            <span className="text-ink-2">{t(`count.${name}`)}</span>
            <span className="ml-auto tabular-nums">{format.number(counts[name])}</span>
          </>
        )
        if (listed.length === 0) {
          return (
            <p key={name} className="flex gap-2 py-0.5 pl-4">
              {heading}
            </p>
          )
        }
        return (
          <details key={name} open={name === 'conflict' || name === 'skip'}>
            <summary className="flex cursor-pointer gap-2 py-0.5 before:w-2 before:text-ink-3 before:content-['▸'] in-open:before:content-['▾']">
              {heading}
            </summary>
            <ul className="pb-2 pl-4">
              {listed.slice(0, MOST_LISTED).map(({ path, reason, size }, index) => (
                <li key={index} className="flex items-baseline gap-3 py-0.5 text-xs">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="font-mono">
                      <PathInLine path={path} />
                    </span>
                    {reason === null ? null : (
                      <span className="block text-ink-2">{reasonWords(reason, path)}</span>
                    )}
                  </span>
                  {size ? (
                    <span className="text-ink-3 tabular-nums">{shownSize(format, size)}</span>
                  ) : null}
                </li>
              ))}
              {listed.length > MOST_LISTED ? (
                <li className="text-xs text-ink-3">
                  {t('moreListed', { count: listed.length - MOST_LISTED })}
                </li>
              ) : null}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

import { VisiblePath } from '@/components/content/visible-path'
import { WriterMark } from '@/components/history/writer-mark'
import { formats, texts } from '@/components/i18n/server-texts'
import type { FindingException } from '@/lib/review/model/finding'
import { EndException } from './end-exception'
import { ruleWords } from './rule-words'

export interface ExceptionsProps {
  storeId: string
  /** those that hold, and those that ended lately, so that none ends unnoticed */
  exceptions: readonly FindingException[]
  /** of those who made them, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/** Lists a store's exceptions: rule, paths and end of each. */
export async function Exceptions({ storeId, exceptions, names, now }: ExceptionsProps) {
  if (exceptions.length === 0) return null
  const t = await texts()
  const format = await formats()
  return (
    <section aria-labelledby="exceptions" className="border-t border-line px-4 py-4">
      <h2 id="exceptions" className="font-semibold">
        {t('Findings.exceptions')}
      </h2>
      <p className="max-w-[70ch] text-ink-3">{t('Findings.exceptionsAbout')}</p>
      <ul className="mt-2">
        {exceptions.map(({ id, rule, path, endsAt, by }) => {
          const date = format.dateTime(endsAt, { dateStyle: 'medium' })
          const holds = endsAt > now
          return (
            <li
              key={id}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5 first:border-t-0"
            >
              <WriterMark actor={by} names={names} size="small" />
              <span className="font-medium">{ruleWords(t, rule)}</span>
              <code className="min-w-0 truncate font-mono text-xs text-ink-2">
                <VisiblePath path={path} />
              </code>
              <span className="text-xs text-ink-3">
                {holds
                  ? t('Findings.exceptionUntil', { date })
                  : t('Findings.exceptionEnded', { date })}
              </span>
              {holds ? (
                <span className="ml-auto">
                  <EndException storeId={storeId} exceptionId={id} />
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

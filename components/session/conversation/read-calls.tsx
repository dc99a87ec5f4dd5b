'use client'

import { ChevronRight, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { subjectOf } from './call-words'
import type { CallEntry } from './conversation-entries'

/** The subjects named on the line; the others are counted. */
const NAMED = 3

/** Reads in a row, as one line that unfolds to their cards. */
export function ReadCalls({
  calls,
  children,
}: {
  calls: readonly CallEntry[]
  children: ReactNode
}) {
  const t = useTranslations('Call')
  const format = useFormatter()
  const subjects = [...new Set(calls.map(({ input }) => subjectOf(input)))].filter(Boolean)
  const milliseconds = calls.reduce((sum, { result }) => sum + (result?.durationMs ?? 0), 0)
  return (
    <details data-reads className="group">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 rounded-card bg-well px-2.5 py-1.5 hover:bg-hover">
        <Eye size={15} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        <span className="font-medium">{t('reads', { count: calls.length })}</span>
        {subjects.slice(0, NAMED).map((subject) => (
          <span
            key={subject}
            className="max-w-56 truncate rounded-mark bg-track px-1 font-mono text-xs text-ink-2 max-md:hidden"
          >
            <VisibleText text={subject} />
          </span>
        ))}
        {subjects.length > NAMED ? (
          <span className="text-xs text-ink-3 max-md:hidden">
            {t('moreFiles', { count: subjects.length - NAMED })}
          </span>
        ) : null}
        <span className="ml-auto flex items-center gap-2 text-xs text-ink-3 tabular-nums">
          {format.number(milliseconds, {
            style: 'unit',
            unit: 'millisecond',
            maximumFractionDigits: 1,
          })}
          <ChevronRight
            size={14}
            aria-hidden
            className="transition-transform duration-(--m-1) group-open:rotate-90"
          />
        </span>
      </summary>
      <div className="mt-2 space-y-2 pl-3">{children}</div>
    </details>
  )
}

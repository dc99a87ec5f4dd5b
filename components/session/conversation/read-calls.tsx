'use client'

import { ChevronRight, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { type CalledStore, calledName } from './call-words'
import type { CallEntry } from './conversation-entries'

/** What is named on the line; the others are counted. */
const NAMED = 3

/** Reads in a row, as one line that unfolds to their cards. */
export function ReadCalls({
  calls,
  stores,
  children,
}: {
  calls: readonly CallEntry[]
  stores: readonly CalledStore[]
  children: ReactNode
}) {
  const t = useTranslations('Call')
  const names = [...new Set(calls.map((call) => calledName(call, stores)))].filter(Boolean)
  const more = names.length > NAMED ? [t('moreFiles', { count: names.length - NAMED })] : []
  return (
    <details data-reads className="group">
      <summary className="flex cursor-pointer list-none items-center gap-x-2 rounded-card bg-well px-2.5 py-1.5 hover:bg-hover">
        <Eye size={15} strokeWidth={1.75} aria-hidden className="text-ink-3" />
        <span className="shrink-0 font-medium">{t('reads', { count: calls.length })}</span>
        <span className="min-w-0 flex-1 truncate text-ink-3">
          <VisibleText text={[...names.slice(0, NAMED), ...more].join(', ')} />
        </span>
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-(--m-1) group-open:rotate-90"
        />
      </summary>
      <div className="mt-2 space-y-2 pl-3">{children}</div>
    </details>
  )
}

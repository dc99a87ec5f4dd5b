'use client'

import { ArrowUpRight, Wrench } from 'lucide-react'
import { use } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { WriterName } from '@/components/history/writer-name'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import type { ShownOrigin } from './shown-origin'

/** The call that wrote a hunk, in its agent's own words, and whose lines it removed. */
export function HunkOrigin({ origin }: { origin: Promise<ShownOrigin | null> }) {
  const read = use(origin)
  if (read === null) return null
  const { call, removed, more } = read
  return (
    <div className="space-y-1 border-t border-line bg-well px-3 py-1.5 text-xs text-ink-2">
      {call ? <Call {...call} /> : null}
      {removed.length > 0 ? <Removed removed={removed} more={more} /> : null}
    </div>
  )
}

function Call({ words, done, subject, at, href }: NonNullable<ShownOrigin['call']>) {
  const t = useTranslations('Review')
  return (
    <>
      {words === null ? null : (
        <p className="line-clamp-2 max-w-[90ch] wrap-anywhere whitespace-pre-wrap">
          <span className="sr-only">{t('agentSaid')} </span>
          <VisibleText text={words} />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3">
        <Wrench size={12} aria-hidden />
        <span>{done}</span>
        <span className="min-w-0 font-mono break-all">
          <VisibleText text={subject} />
        </span>
        <LocalTime time={at} />
        <Link
          href={href}
          className="ml-1 inline-flex items-center gap-0.5 text-accent hover:underline"
        >
          {t('inSession')} <ArrowUpRight size={12} aria-hidden />
        </Link>
      </p>
    </>
  )
}

function Removed({ removed, more }: Pick<ShownOrigin, 'removed' | 'more'>) {
  const t = useTranslations('Review')
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="text-ink-3">{t('removesLinesOf')}</span>
      {removed.map(({ at, lines, ...writer }, index) => (
        <span key={index} className="inline-flex items-baseline gap-1">
          <WriterName {...writer} />
          <span className="text-ink-3">
            <LocalTime time={at} /> · {lines}
          </span>
        </span>
      ))}
      {more === undefined ? null : <span className="text-ink-3">{more}</span>}
    </p>
  )
}

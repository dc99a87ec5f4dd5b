'use client'

import { FileText, History, type LucideIcon, MapPin, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import type { TextCounts } from '@/lib/store/redaction/find-text'

/** A kind of place where a text stands. */
export type Kind = 'now' | 'past' | 'conversation' | 'remark'

export const KIND_ICONS: Record<Kind, LucideIcon> = {
  now: FileText,
  past: History,
  conversation: MessagesSquare,
  remark: MapPin,
}

/** Counts the places of each kind; together every place that a redaction rewrites. */
export function kindsOf(counts: TextCounts): { kind: Kind; count: number }[] {
  return [
    { kind: 'now', count: counts.memories },
    { kind: 'past', count: counts.versions - counts.memories },
    { kind: 'conversation', count: counts.conversations },
    { kind: 'remark', count: counts.remarks },
  ]
}

/** Every place that a redaction rewrites. */
export function placesIn({ versions, conversations, remarks }: TextCounts): number {
  return versions + conversations + remarks
}

/** The places of several texts together. */
export function together(all: readonly TextCounts[]): TextCounts {
  const sum = (kind: keyof TextCounts) => all.reduce((total, counts) => total + counts[kind], 0)
  return {
    memories: sum('memories'),
    versions: sum('versions'),
    remarks: sum('remarks'),
    conversations: sum('conversations'),
  }
}

/** The kinds with their counts; each leads to its places. */
export function KindList({
  kinds,
  children,
}: {
  kinds: readonly { kind: Kind; count: number }[]
  /** content below them */
  children: ReactNode
}) {
  const t = useTranslations('Redact')
  const format = useFormatter()
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav
      aria-label={t('kinds')}
      className="w-56 shrink-0 overflow-auto border-line bg-well py-3 max-lg:w-auto max-lg:overflow-visible max-lg:border-b lg:rounded-bl-sheet lg:border-r"
    >
      <div role="status">
        <h2 className="px-4 pb-1.5 text-xs font-semibold text-ink-3">
          {t('found', { count: all })}
        </h2>
      </div>
      <ul className="max-lg:flex max-lg:flex-wrap">
        {kinds.map(({ kind, count }) => (
          <li key={kind}>
            <KindLink kind={kind} count={count} shown={format.number(count)} />
          </li>
        ))}
      </ul>
      {children}
    </nav>
  )
}

function KindLink({ kind, count, shown }: { kind: Kind; count: number; shown: string }) {
  const t = useTranslations('Redact')
  const Icon = KIND_ICONS[kind]
  const inside = (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className={classNames('block', count > 0 && 'font-medium')}>{t(`kind_${kind}`)}</span>
        {count > 0 ? (
          <span className="block text-xs text-ink-3 max-lg:hidden">{t(`follows_${kind}`)}</span>
        ) : null}
      </span>
      <span className="text-ink-3 tabular-nums">{count > 0 ? shown : t('noneOf')}</span>
    </>
  )
  const look = 'flex items-start gap-2.5 px-4 py-1.5'
  if (count === 0) return <span className={classNames(look, 'text-ink-3')}>{inside}</span>
  return (
    <a href={`#redact-${kind}`} className={classNames(look, 'hover:bg-hover')}>
      {inside}
    </a>
  )
}

'use client'

import { Bell, type LucideIcon, Scissors, Shrink, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { Moment } from '@/components/ui/time'
import type { ContextRequest, Happening } from '@/lib/sessions/context'
import { inputOf } from './parts'

const SIGNS: Record<Happening['kind'], LucideIcon> = {
  reminder: Bell,
  clearing: Scissors,
  compaction: Shrink,
  failure: TriangleAlert,
}

/** So many are shown at first. */
const FIRST = 8

export interface HappenedProps {
  happenings: readonly Happening[]
  requests: readonly ContextRequest[]
}

/** What became of a context, the newest first: reminded, left out, summarised, with before and after. */
export function Happened({ happenings, requests }: HappenedProps) {
  const t = useTranslations('Context')
  const [isWhole, setWhole] = useState(false)
  if (happenings.length === 0) return <p className="text-ink-3">{t('nothingHappened')}</p>
  const newest = happenings.toReversed()
  return (
    <>
      <ol>
        {newest.slice(0, isWhole ? Infinity : FIRST).map((happening) => (
          <Row key={happening.eventId} happening={happening} requests={requests} />
        ))}
      </ol>
      {!isWhole && newest.length > FIRST ? (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          {t('showEarlier', { count: newest.length - FIRST })}
        </Button>
      ) : null}
    </>
  )
}

function Row({ happening, requests }: { happening: Happening } & Pick<HappenedProps, 'requests'>) {
  const format = useFormatter()
  const Icon = SIGNS[happening.kind]
  const short = (tokens: number) =>
    format.number(tokens, { notation: 'compact', maximumFractionDigits: 1 })
  const [before, after] = sizesOf(happening, requests)
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
      <Icon size={14} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <Words happening={happening} />
      </div>
      <span className="shrink-0 tabular-nums">
        {happening.kind === 'reminder' ? '+' : null}
        {short(before)}
        {after === null ? null : (
          <>
            {' → '}
            <b className="font-semibold">{short(after)}</b>
          </>
        )}
      </span>
      <span className="w-14 shrink-0 text-right text-xs leading-5 text-ink-3">
        <Moment time={new Date(happening.at)} shows="clock" />
      </span>
    </li>
  )
}

/** Tokens before and after; of a reminder its own. */
function sizesOf(
  happening: Happening,
  requests: readonly ContextRequest[],
): [before: number, after: number | null] {
  switch (happening.kind) {
    case 'compaction':
      return [happening.tokensBefore, happening.tokensAfter]
    case 'failure':
      return [happening.tokensBefore, null]
    case 'clearing': {
      const request = requests.find(({ startId }) => startId === happening.startId)
      const left = request ? inputOf(request) : 0
      return [left + happening.tokens, left]
    }
    case 'reminder':
      return [happening.tokens, null]
  }
}

function Words({ happening }: { happening: Happening }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const names = (kinds: readonly string[]) =>
    format.list(kinds.map((kind) => t(`section_${kind as 'size'}`)))
  switch (happening.kind) {
    case 'compaction': {
      const put = happening.restored.filter(({ state }) => state !== 'left_out').length
      return <Told title={t(`summarised_${happening.cause}`)}>{t('restored', { count: put })}</Told>
    }
    case 'failure':
      return (
        <Told title={t('notSummarised')} isFault>
          {t.has(`fault_${happening.reason as 'empty'}`) ? (
            t(`fault_${happening.reason as 'empty'}`)
          ) : (
            <VisibleText text={happening.message} />
          )}
        </Told>
      )
    case 'clearing':
      return happening.edits.map((edit) => (
        <Told key={edit.type} title={t('cleared')}>
          {edit.type === 'clear_tool_uses_20250919'
            ? t('clearedUses', { count: edit.cleared_tool_uses })
            : t('clearedThinking', { count: edit.cleared_thinking_turns })}
        </Told>
      ))
    case 'reminder':
      return (
        <Told title={t('reminded')}>
          {names(happening.sections.map(({ kind }) => kind))}
          {happening.late.length > 0 ? ` · ${t('late', { what: names(happening.late) })}` : null}
        </Told>
      )
  }
}

function Told({
  title,
  isFault = false,
  children,
}: {
  title: string
  isFault?: boolean
  children: React.ReactNode
}) {
  return (
    <>
      <p className={isFault ? 'text-removed' : undefined}>{title}</p>
      <p className="text-xs wrap-anywhere text-ink-2">{children}</p>
    </>
  )
}

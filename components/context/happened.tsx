import { Bell, type LucideIcon, Scissors, Shrink, TriangleAlert } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { Button } from '@/components/ui/button'
import { Moment } from '@/components/ui/time'
import type { Happening } from '@/lib/sessions/context'

const SIGNS: Record<Happening['kind'], LucideIcon> = {
  reminder: Bell,
  clearing: Scissors,
  compaction: Shrink,
  failure: TriangleAlert,
}

/** So many are shown at first. */
const FIRST = 8

/** What became of a context, the newest first: reminded, left out, summarised, with before and after. */
export function Happened({ happenings }: { happenings: readonly Happening[] }) {
  const t = useTranslations('Context')
  const [isWhole, setWhole] = useState(false)
  if (happenings.length === 0) return <p className="text-ink-3">{t('nothingHappened')}</p>
  const newest = happenings.toReversed()
  return (
    <>
      <ol>
        {newest.slice(0, isWhole ? Infinity : FIRST).map((happening) => (
          <Row key={happening.eventId} happening={happening} />
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

function Row({ happening }: { happening: Happening }) {
  const format = useFormatter()
  const short = (tokens: number) =>
    format.number(tokens, { notation: 'compact', maximumFractionDigits: 1 })
  const { kind, before, after } = happening
  const Icon = SIGNS[kind]
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
      <Icon size={14} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <Words happening={happening} />
      </div>
      <span className="shrink-0 tabular-nums">
        {kind === 'reminder' ? '+' : null}
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

function Words({ happening }: { happening: Happening }) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const names = (kinds: readonly string[]) =>
    format.list(kinds.map((kind) => t(`section_${kind as 'size'}`)))
  switch (happening.kind) {
    case 'compaction':
      return (
        <Told title={t(`summarised_${happening.cause}`)}>
          {t('restored', { count: happening.restored })}
        </Told>
      )
    case 'failure':
      return (
        <Told title={<span className="text-removed">{t('notSummarised')}</span>}>
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
          {names(happening.sections)}
          {happening.late.length > 0 ? ` · ${t('late', { what: names(happening.late) })}` : null}
        </Told>
      )
  }
}

function Told({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <p>{title}</p>
      <p className="text-xs wrap-anywhere text-ink-2">{children}</p>
    </>
  )
}

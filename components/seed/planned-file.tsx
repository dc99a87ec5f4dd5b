'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { VisibleMove } from '@/components/content/visible-path'
import { VisibleText } from '@/components/content/visible-line'
import { LiveDiff } from '@/components/diff/live-diff-lazy'
import { useErrorWords } from '@/components/queries/use-error-words'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { linesOf } from '@/lib/text/text-diff'
import { plainName } from '@/lib/text/plain-text'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import { plannedTextQuery, type SeedRequest } from './queries'
import type { PlanRow } from './seed-actions'
import { wireReasonWords } from './seed-reason-words'

export const CHOICES: readonly ConflictChoice[] = ['source', 'leave', 'store']

export interface PlannedFileProps {
  row: PlanRow
  request: SeedRequest
  /** identifies the plan */
  hash: string | null
  /** of a conflict */
  choice: ConflictChoice
  isBusy: boolean
  onDecide: (choice: ConflictChoice) => void
}

/** What a plan makes of one memory: the difference, or the text where there was none. */
export function PlannedFile(props: PlannedFileProps) {
  const { row, request, hash, choice, isBusy, onDecide } = props
  const t = useTranslations()
  const format = useFormatter()
  const name = useId()
  const [view, setView] = useState<'difference' | 'file'>('difference')
  const { path, text, conflict } = row
  const known = conflict ? conflict.sides : (text?.sides ?? null)
  const asked = useQuery({
    ...plannedTextQuery(request, hash, path),
    enabled: known === null && text !== undefined,
  })
  const sides = known ?? asked.data ?? null
  const words = wireReasonWords(t, row)
  const hasTwo = sides?.stores != null && sides.sources != null
  return (
    <section
      aria-label={plainName(path)}
      className="flex min-h-0 min-w-0 flex-col max-lg:border-t max-lg:border-line"
    >
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-5 py-2">
        <h2 className="min-w-0 font-mono text-code font-medium break-all">
          <VisibleMove before={text?.from} after={path} />
        </h2>
        {text ? (
          <span className="flex gap-1.5 text-xs font-medium tabular-nums">
            {text.added > 0 ? (
              <span className="text-added">+{format.number(text.added)}</span>
            ) : null}
            {text.removed > 0 ? (
              <span className="text-removed">−{format.number(text.removed)}</span>
            ) : null}
          </span>
        ) : null}
        <span className="ml-auto flex">
          {conflict ? (
            <SegmentedChoice
              name={name}
              legend={t('Seed.decidePath', { path: plainName(path) })}
              choices={CHOICES.map((value) => ({ value, label: t(`Seed.take_${value}`) }))}
              value={choice}
              isOff={isBusy}
              onChoose={onDecide}
            />
          ) : hasTwo ? (
            <SegmentedChoice
              name={name}
              legend={t('Seed.view')}
              choices={(['difference', 'file'] as const).map((value) => ({
                value,
                label: t(`Seed.${value}`),
              }))}
              value={view}
              onChoose={setView}
            />
          ) : null}
        </span>
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-label={t('Seed.sides')}
        className="min-h-0 flex-1 overflow-auto pb-4 outline-offset-[-2px] max-lg:overflow-visible"
      >
        {words === null ? null : <p className="px-5 py-2 text-ink-2">{capital(words)}</p>}
        {conflict && sides ? (
          <p className="px-5 py-2 text-xs text-ink-3">{t(`Seed.${aboutOf(sides)}`)}</p>
        ) : null}
        {asked.error ? (
          <div className="p-5">
            <TextError error={asked.error} />
          </div>
        ) : null}
        {asked.isLoading ? <p className="px-5 py-3 text-ink-3">{t('Seed.planning')}</p> : null}
        {conflict && !sides ? (
          <p className="px-5 py-2 text-ink-3">{t('Seed.sidesTooLong')}</p>
        ) : null}
        {sides ? (
          conflict || (hasTwo && view === 'difference') || sides.sources === null ? (
            <LiveDiff before={sides.stores ?? ''} after={sides.sources ?? ''} />
          ) : (
            <FileText text={sides.sources} />
          )
        ) : null}
      </div>
    </section>
  )
}

const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1)

const aboutOf = ({ stores, sources }: { stores: string | null; sources: string | null }) =>
  sources === null ? 'goneFromSource' : stores === null ? 'goneFromStore' : 'decideAbout'

function TextError({ error }: { error: Error }) {
  return <ErrorNotice>{useErrorWords()(error)}</ErrorNotice>
}

/** Lines of a file that are shown at once. */
const MAX_LINES = 2000
const MAX_CHARACTERS = 2000

function FileText({ text }: { text: string }) {
  const t = useTranslations('Seed')
  const lines = linesOf(text)
  const wide = Math.min(lines.length, MAX_LINES) > 9_999 ? 'w-16' : 'w-12'
  if (lines.length === 0) return <p className="px-5 py-3 text-ink-3">{t('emptyFile')}</p>
  return (
    <>
      <ol className="py-2 font-mono text-xs leading-5">
        {lines.slice(0, MAX_LINES).map((line, at) => (
          <li
            key={at}
            className="flex [contain-intrinsic-size:auto_20px] [content-visibility:auto]"
          >
            <span aria-hidden className={`${wide} shrink-0 pr-3 text-right text-ink-3 select-none`}>
              {at + 1}
            </span>
            <span className="min-w-0 flex-1 pr-4 wrap-anywhere whitespace-pre-wrap">
              <VisibleText text={line.text.slice(0, MAX_CHARACTERS)} />
              {line.text.length > MAX_CHARACTERS ? '…' : null}
            </span>
          </li>
        ))}
      </ol>
      {lines.length > MAX_LINES ? (
        <p className="px-5 text-ink-3">{t('moreLines', { count: lines.length - MAX_LINES })}</p>
      ) : null}
    </>
  )
}

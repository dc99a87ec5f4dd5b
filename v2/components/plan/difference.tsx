'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask as askRoute } from '@/components/act/ask'
import { Lines } from '@/components/lines/lines'
import { PathInLine } from '@/components/lines/visible-text'
import { Amount, ChangeLetter } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/empty'
import { Notice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { Answer, PlanRow } from '@/lib/store/plan/plan'
import { pathOfRow } from './plan-groups'
import type { ShownRow } from './shown-row'

const MergeByHand = dynamic(() => import('./merge-by-hand').then((it) => it.MergeByHand), {
  ssr: false,
})

export interface DifferenceProps {
  storeId: string
  /** of the plan, so that a row is asked for anew with another plan */
  hash: string
  /** what the address of the plan says */
  asked: Readonly<Record<string, string>>
  row: PlanRow
  /** of the row that the server showed first */
  shown: ShownRow | null
  answer: Answer
  onAnswer: (answer: Answer) => void
}

/** What would become of one memory, and of a conflict the choice that is a person's. */
export function Difference(props: DifferenceProps) {
  const { storeId, hash, asked, row, shown, answer, onAnswer } = props
  const t = useTranslations('Plan')
  const [isMerging, setMerging] = useState(false)
  const path = pathOfRow(row)
  const query = useQuery({
    queryKey: ['plan-row', storeId, hash, row.id],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ ...asked, store: storeId, row: row.id, path })
      return askRoute<ShownRow>(`/plan-row?${search}`, signal)
    },
    ...(shown && { initialData: shown }),
    enabled: row.group !== 'cannot',
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const { data, error } = query
  if (isMerging && data?.texts) {
    return (
      <MergeByHand
        texts={data.texts}
        onBack={() => setMerging(false)}
        onTake={(text) => {
          onAnswer({ text })
          setMerging(false)
        }}
      />
    )
  }
  return (
    <section aria-label={path} className="min-w-0">
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-well px-4 py-1.5">
        {row.operation ? <ChangeLetter kind={row.operation} /> : null}
        <h2 className="min-w-0 truncate font-mono text-xs font-medium">
          <PathInLine path={path} />
        </h2>
        {row.added + row.removed > 0 ? <Amount added={row.added} removed={row.removed} /> : null}
        {row.group === 'conflict' ? (
          <span className="ml-auto flex flex-wrap items-center gap-2">
            <Answers row={row} answer={answer} onAnswer={onAnswer} />
            {data?.texts ? (
              <Button size="small" onClick={() => setMerging(true)}>
                {t('mergeByHand')}
              </Button>
            ) : null}
          </span>
        ) : null}
      </header>
      {row.group === 'cannot' ? <Notice tone="plain">{t('cannotAbout')}</Notice> : null}
      {error ? <Notice tone="caution">{t('rowUnread')}</Notice> : null}
      {query.isLoading ? <Skeleton count={6} label={t('loading')} /> : null}
      {data?.lines.length === 0 && row.group !== 'cannot' ? (
        <p className="px-4 py-6 text-ink-2">{t('noLines')}</p>
      ) : null}
      {data && data.lines.length > 0 ? <Lines lines={data.lines} layout="unified" /> : null}
      {data && data.notShown > 0 ? (
        <p className="px-4 py-2 text-xs text-ink-3">{t('notShown', { count: data.notShown })}</p>
      ) : null}
    </section>
  )
}

type Answered = 'leave' | 'take' | 'keep' | 'text'

function Answers({
  row,
  answer,
  onAnswer,
}: {
  row: PlanRow
  answer: Answer
  onAnswer: (answer: Answer) => void
}) {
  const t = useTranslations('Plan')
  const value: Answered = typeof answer === 'string' ? answer : 'text'
  const choices: { value: Answered; label: string }[] = [
    { value: 'leave', label: t('answer.leave') },
    { value: 'take', label: t('answer.take') },
    { value: 'keep', label: t('answer.keep') },
    ...(value === 'text' ? [{ value: 'text' as const, label: t('answer.text') }] : []),
  ]
  return (
    <SegmentedChoice
      name={`answer-${row.id}`}
      legend={t('decide')}
      choices={choices}
      value={value}
      onChoose={(chosen) => {
        if (chosen !== 'text') onAnswer(chosen)
      }}
    />
  )
}

'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ask } from '@/components/act/ask'
import { VisibleText } from '@/components/lines/visible-text'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { Check } from '@/lib/why/check'
import type { ShownAnswer, Step } from '@/lib/why/found'
import { soOf } from './words'

export interface AnswerOnPage extends Omit<ShownAnswer, 'texts' | 'calls' | 'changes'> {
  text: string
  /** what it came to say in the end */
  last: string
  /** how many */
  calls: number
  changes: { path: string; act: 'created' | 'deleted' | 'modified' }[]
}

export interface StepsProps {
  /** the search's */
  id: string
  steps: readonly Step[]
  check: Check
  /** of the memories that steps name */
  paths: ReadonlyMap<string, string>
}

/** The questions in the order in which they were first asked; each opens its answers. */
export function Steps({ steps, ...of }: StepsProps) {
  const t = useTranslations('Why')
  return (
    <ol aria-label={t('asked')}>
      {steps.map((step, index) => (
        <li key={step.cell} className="border-b border-line">
          <Question {...of} step={step} number={index + 1} />
        </li>
      ))}
    </ol>
  )
}

interface QuestionProps extends Omit<StepsProps, 'steps'> {
  step: Step
  number: number
}

/** One of them; its answers are read once it is opened. */
function Question({ id: cause, step, number, check, paths }: QuestionProps) {
  const t = useTranslations('Why')
  const [isOpen, setOpen] = useState(false)
  const { cell, hid, of, memoryId, shown, held } = step
  const { data, error } = useQuery({
    queryKey: ['answers', cause, cell, held.length],
    queryFn: ({ signal }) =>
      ask<AnswerOnPage[]>(`/answers?${new URLSearchParams({ cause, cell })}`, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    // What a redaction may take is kept for no longer than it is shown.
    gcTime: 0,
  })
  const scope = memoryId === null ? 'memories' : 'lines'
  const nameOf = (atom: string) => {
    const [memory = '', line] = atom.split(':')
    const path = (paths.get(memory) ?? '').slice(1)
    return line === undefined ? path : t('lineOf', { line: Number(line), path })
  }
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        data-row={cell}
        className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2 px-6 py-1 hover:bg-hover max-md:px-4"
      >
        <span className="w-5 text-right text-xs text-ink-3 tabular-nums">{number}</span>
        <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
          {hid === 0 ? t('everythingShown', { scope }) : t('hid', { hid, of, scope })}
          {shown.length > 0 && shown.length < of ? (
            <span className="text-ink-2">
              {', '}
              {t('allBut')}{' '}
              <span className="font-mono text-code">{shown.map(nameOf).join(', ')}</span>
            </span>
          ) : null}
        </span>
        <Marks held={held} />
        <span className="w-40 text-right text-xs text-ink-2 tabular-nums max-md:w-full max-md:pl-7 max-md:text-left">
          {t('soMany', { held: held.filter(Boolean).length, of: held.length, ...soOf(check) })}
        </span>
      </summary>
      {error ? <Notice tone="caution">{t('unread')}</Notice> : null}
      {isOpen && !data && !error ? <Skeleton count={1} label={t('loading')} /> : null}
      <ul className="grid gap-2 bg-well px-6 py-2 pl-14 max-md:px-4">
        {data?.map((answer) => (
          <AnswerRow key={answer.number} answer={answer} check={check} />
        ))}
      </ul>
    </details>
  )
}

/** One mark an answer: filled where it said so. */
export function Marks({ held }: { held: readonly boolean[] }) {
  return (
    <span aria-hidden className="flex max-w-40 flex-wrap gap-[3px]">
      {held.map((each, index) => (
        <span
          // Answers come in their order, and none goes.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className={clsx(
            'h-3 w-[7px] rounded-[2px] border',
            each ? 'border-ink-2 bg-ink-2' : 'border-ink-3',
          )}
        />
      ))}
    </span>
  )
}

/** What was answered, and what was written to its scratch. */
export function AnswerRow({ answer, check }: { answer: AnswerOnPage; check: Check }) {
  const t = useTranslations('Why')
  const { held, text, calls, changes, ms } = answer
  return (
    <li className="min-w-0">
      <p className="flex items-center gap-1.5 text-xs text-ink-3">
        <Marks held={[held]} />
        {t(held ? 'saysSo' : 'doesNot', soOf(check))}
        <span className="tabular-nums">{t('seconds', { seconds: Math.round(ms / 100) / 10 })}</span>
        <span>{t('calls', { count: calls })}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={text} />
      </p>
      {changes.map(({ path, act }) => (
        <p key={path} className="text-xs text-ink-2">
          {t('wrote', { act, path: path.slice(1) })}
        </p>
      ))}
    </li>
  )
}

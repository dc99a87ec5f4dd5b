'use client'

import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleText } from '@/components/content/visible-line'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { markAnswerAction } from './why-actions'

/** The answers of a search that a person has yet to mark, yes or no; Y and N mark the first. */
export function WaitingAnswers({
  replayId,
  answers,
}: {
  replayId: string
  /** their texts as they are shown */
  answers: readonly { sample: string; text: string }[]
}) {
  const t = useTranslations('Marks')
  const noAnswer = useNoAnswer()
  const heading = useRef<HTMLHeadingElement>(null)
  // Gone as soon as they are marked: the next key is for the next answer.
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [why, setWhy] = useState<string | null>(null)
  const [, startTransition] = useTransition()
  const left = answers.filter(({ sample }) => !sent.has(sample))
  const mark = (sample: string, held: boolean) => {
    setSent((before) => new Set([...before, sample]))
    heading.current?.focus()
    startTransition(async () => {
      const outcome = await markAnswerAction({ replayId, sample, held }).catch(noAnswer)
      if (outcome.isDone) setWhy(outcome.value === 'marked' ? null : t('markedBefore'))
      else {
        setWhy(whyNot(outcome))
        setSent((before) => new Set([...before].filter((each) => each !== sample)))
      }
    })
  }
  const markFirst = (held: boolean) => {
    const [first] = left
    if (first) mark(first.sample, held)
  }
  useLetterKey('y', () => markFirst(true))
  useLetterKey('n', () => markFirst(false))
  if (left.length === 0 && why === null) return null
  return (
    <section aria-labelledby="waiting-answers">
      <h3 id="waiting-answers" ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('waiting', { count: left.length })}
      </h3>
      <p className="mt-0.5 text-sm text-ink-2">{t('what')}</p>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <ol className="mt-2">
        {left.map(({ sample, text }, index) => (
          <li
            key={sample}
            className="flex items-start gap-4 border-t border-line py-3 max-md:flex-col max-md:gap-2"
          >
            <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">
              {text === '' ? (
                <span className="text-ink-3">{t('noText')}</span>
              ) : (
                <VisibleText text={text} />
              )}
            </p>
            <span className="flex shrink-0 gap-2">
              {([true, false] as const).map((held) => (
                <Button
                  key={String(held)}
                  aria-keyshortcuts={index === 0 ? (held ? 'y' : 'n') : undefined}
                  onClick={() => mark(sample, held)}
                >
                  {t(held ? 'yes' : 'no')}
                  {index === 0 ? (
                    <span aria-hidden className="max-lg:hidden">
                      <Kbd>{held ? 'Y' : 'N'}</Kbd>
                    </span>
                  ) : null}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

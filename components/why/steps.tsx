import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { VisibleText } from '@/components/lines/visible-text'
import type { Check } from '@/lib/why/check'
import type { ShownAnswer, Step } from '@/lib/why/found'
import type { ScratchChange } from '@/lib/why/scratch'
import { soOf } from './words'

export interface AnswerOnPage extends Omit<ShownAnswer, 'texts' | 'changes'> {
  text: string
  /** what it came to say in the end */
  last: string
  changes: Pick<ScratchChange, 'path' | 'before' | 'after'>[]
}

export interface StepsProps {
  steps: readonly Step[]
  answers: readonly AnswerOnPage[]
  check: Check
  /** of the memories that steps name */
  paths: ReadonlyMap<string, string>
}

/** The questions in the order in which they were asked; each opens its answers. */
export function Steps({ steps, answers, check, paths }: StepsProps) {
  const t = useTranslations('Why')
  const nameOf = (atom: string) => {
    const [id = '', line] = atom.split(':')
    const path = (paths.get(id) ?? '').slice(1)
    return line === undefined ? path : t('lineOf', { line: Number(line), path })
  }
  return (
    <ol aria-label={t('asked')}>
      {steps.map((step, index) => (
        <li key={step.cell} className="border-b border-line">
          <details className="group">
            <summary
              data-row={step.cell}
              className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-2 px-6 py-1 hover:bg-hover max-md:px-4"
            >
              <span className="w-5 text-right text-xs text-ink-3 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                {step.hid === 0
                  ? t('everythingShown', { scope: step.memoryId === null ? 'memories' : 'lines' })
                  : t('hid', {
                      hid: step.hid,
                      of: step.of,
                      scope: step.memoryId === null ? 'memories' : 'lines',
                    })}
                {step.shown.length > 0 && step.shown.length < step.of ? (
                  <span className="text-ink-2">
                    {', '}
                    {t('allBut')}{' '}
                    <span className="font-mono text-code">{step.shown.map(nameOf).join(', ')}</span>
                  </span>
                ) : null}
              </span>
              <Marks held={step.held} />
              <span className="w-28 text-right text-xs text-ink-2 tabular-nums">
                {t('soMany', {
                  ...{ held: step.held.filter(Boolean).length, of: step.held.length },
                  so: soOf(check),
                  tool: check.type === 'calls' ? check.name : '',
                })}
              </span>
            </summary>
            <ul className="grid gap-2 bg-well px-6 py-2 pl-14 max-md:px-4">
              {answers
                .filter(({ cell }) => cell === step.cell)
                .toReversed()
                .map((answer) => (
                  <AnswerRow key={answer.number} answer={answer} />
                ))}
            </ul>
          </details>
        </li>
      ))}
    </ol>
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
export function AnswerRow({ answer }: { answer: AnswerOnPage }) {
  const t = useTranslations('Why')
  const { held, text, calls, changes, ms } = answer
  return (
    <li className="min-w-0">
      <p className="flex items-center gap-1.5 text-xs text-ink-3">
        <Marks held={[held]} />
        {t(held ? 'saysSo' : 'doesNot')}
        <span className="tabular-nums">{t('seconds', { seconds: Math.round(ms / 100) / 10 })}</span>
        <span>{t('calls', { count: calls.length })}</span>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <VisibleText text={text} />
      </p>
      {changes.map(({ path, before, after }) => (
        <p key={path} className="text-xs text-ink-2">
          {t('wrote', {
            act: before === null ? 'created' : after === null ? 'deleted' : 'modified',
            path: path.slice(1),
          })}
        </p>
      ))}
    </li>
  )
}

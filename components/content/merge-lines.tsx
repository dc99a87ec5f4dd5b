'use client'

import { GitMerge } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import type { MergeRegion } from '@/lib/text/merge'
import type { Mark } from '@/lib/text/word-marks'
import { MarkedText } from '@/components/diff/marked-text'
import { VisibleLine } from './visible-line'
import { useSideWords } from './use-side-words'

/** Longer runs of equal lines are folded. */
const MAX_OPEN = 6

type Fitting = Exclude<MergeRegion, { kind: 'conflict' }>

/** Lines that need no decision: equal in all, or changed by one side only. */
export function MergeLines({ region, from }: { region: Fitting; from: number }) {
  const t = useTranslations('Merge')
  const words = useSideWords()
  const { kind, lines } = region
  if (kind === 'same' && lines.length > MAX_OPEN) {
    return (
      <details>
        <summary className="cursor-pointer border-b border-line bg-well px-4 py-1 text-ink-2">
          {t('same', { count: lines.length })}
        </summary>
        <Columns lines={lines} from={from} sides={['theirs', 'result', 'mine']} />
      </details>
    )
  }
  if (kind === 'same')
    return <Columns lines={lines} from={from} sides={['theirs', 'result', 'mine']} />
  return (
    <section aria-label={t('fits')}>
      <p className="flex items-center gap-2 border-b border-line px-4 py-1.5">
        <span className="font-mono text-code text-ink-3">{t('line', { line: from })}</span>
        <span className="flex items-center gap-1 font-medium text-added">
          <GitMerge size={14} aria-hidden />
          {t('fits')}
        </span>
        <span className="text-ink-3">{words.onlyOf(kind === 'ours' ? 'mine' : 'theirs')}</span>
      </p>
      <Columns
        lines={lines}
        from={from}
        sides={kind === 'ours' ? ['result', 'mine'] : ['theirs', 'result']}
        isAdded
      />
    </section>
  )
}

type Side = 'theirs' | 'result' | 'mine'

const SIDES: readonly Side[] = ['theirs', 'result', 'mine']

function Columns({
  lines,
  from,
  sides,
  isAdded = false,
}: {
  lines: readonly string[]
  from: number
  /** the columns that have these lines */
  sides: readonly Side[]
  isAdded?: boolean
}) {
  return (
    <div className="grid grid-cols-3 border-b border-line max-lg:grid-cols-1">
      {SIDES.map((side) => (
        <div
          key={side}
          // Read once, as the result; on a narrow window it is shown once as well.
          aria-hidden={side !== 'result' || undefined}
          className={classNames(
            'min-w-0 border-l border-line first:border-l-0',
            side !== 'result' && 'bg-well max-lg:hidden',
          )}
        >
          {sides.includes(side) ? (
            <NumberedLines lines={lines} from={side === 'result' ? from : null} isAdded={isAdded} />
          ) : null}
        </div>
      ))}
    </div>
  )
}

/** Lines of one column; those of the result with their numbers. */
export function NumberedLines({
  lines,
  from,
  marks = [],
  isAdded = false,
}: {
  lines: readonly string[]
  /** null: the lines are a side's, whose numbers are not those of the result */
  from: number | null
  /** of each line, its rewritten words */
  marks?: readonly (readonly Mark[])[]
  isAdded?: boolean
}) {
  return (
    <ol className={classNames('font-mono text-code', isAdded && 'bg-added-line')}>
      {lines.map((line, index) => (
        <li key={index} className={classNames('flex gap-3 pr-3', from === null && 'pl-4')}>
          {from === null ? null : (
            <span aria-hidden className="w-10 shrink-0 text-right text-ink-3 select-none">
              {from + index}
            </span>
          )}
          <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
            <LineText line={line.replace(/\n$/, '')} marks={marks[index] ?? []} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function LineText({ line, marks }: { line: string; marks: readonly Mark[] }) {
  if (marks.length === 0) return <VisibleLine line={line} />
  return <MarkedText text={line} marks={marks} tokens={undefined} kind="added" />
}

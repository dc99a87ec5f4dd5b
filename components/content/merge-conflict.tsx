'use client'

import { ArrowLeft, ArrowRight, Check, CircleAlert, Pencil, Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { TextForm } from '@/components/proposals/text-form'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Kbd } from '@/components/ui/kbd'
import type { MergeRegion } from '@/lib/text/merge'
import { rewrittenWords } from '@/lib/text/rewritten-words'
import { NumberedLines } from './merge-lines'
import { type Take, linesTaken } from './merge-takes'
import { useSideWords } from './use-side-words'

export interface MergeConflictProps {
  /** of the region */
  index: number
  /** of this conflict, from 1 */
  number: number
  count: number
  /** its first line in the result */
  from: number
  region: Extract<MergeRegion, { kind: 'conflict' }>
  /** null: open */
  take: Take | null
  isEditing: boolean
  onTake: (take: Take | null) => void
  onEdit: () => void
  onEditEnd: () => void
}

/** A place that both sides changed, its state, and the ways to decide it. */
export function MergeConflict(props: MergeConflictProps) {
  const { index, number, count, from, region, take, isEditing, onTake, onEdit, onEditEnd } = props
  const t = useTranslations('Merge')
  const words = useSideWords()
  const state = take === null ? t('bothChanged') : words.taken(take)
  const isOpen = take === null
  // Where both began from nothing, each side is marked against the other.
  const base = region.base.length > 0 ? region.base : null
  return (
    <section
      role="group"
      data-conflict={index}
      tabIndex={-1}
      aria-label={t('conflict', { line: from, state })}
      className="outline-offset-[-2px]"
    >
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1.5',
          isOpen ? 'bg-selected' : 'bg-sheet',
        )}
      >
        <span className="font-mono text-code text-ink-3">{t('line', { line: from })}</span>
        <span
          className={classNames(
            'flex items-center gap-1 font-medium',
            isOpen ? 'text-caution' : 'text-added',
          )}
        >
          {isOpen ? <CircleAlert size={14} aria-hidden /> : <Check size={14} aria-hidden />}
          {state}
        </span>
        <span className="flex flex-wrap gap-1 lg:mx-auto">
          {isOpen ? (
            <>
              <Button size="small" onClick={() => onTake('theirs')}>
                <ArrowLeft size={13} aria-hidden />
                <SideName>{words.sideOf('theirs')}</SideName>
                <Kbd>←</Kbd>
              </Button>
              <Button size="small" onClick={() => onTake('both')}>
                <Plus size={13} aria-hidden />
                {t('both')}
              </Button>
              <Button size="small" onClick={onEdit}>
                <Pencil size={13} aria-hidden />
                {t('edit')}
                <Kbd>E</Kbd>
              </Button>
              <Button size="small" onClick={() => onTake('mine')}>
                <SideName>{words.sideOf('mine')}</SideName>
                <Kbd>→</Kbd>
                <ArrowRight size={13} aria-hidden />
              </Button>
            </>
          ) : (
            <Button variant="quiet" size="small" onClick={() => onTake(null)}>
              {t('undo')}
              <Kbd>Z</Kbd>
            </Button>
          )}
        </span>
        <span className="text-ink-3 tabular-nums max-lg:ml-auto">{t('of', { number, count })}</span>
      </div>
      {region.base.length > 0 ? (
        <details>
          <summary className="cursor-pointer border-b border-line bg-well px-4 py-1 text-ink-2">
            {t('base', { count: region.base.length })}
          </summary>
          <NumberedLines lines={region.base} from={null} />
        </details>
      ) : null}
      <div className="grid grid-cols-3 border-b border-line max-lg:grid-cols-1">
        <Column label={words.sideOf('theirs')} about={words.aboutOf('theirs')}>
          <SideLines lines={region.theirs} before={base ?? region.ours} from={null} />
        </Column>
        <Column label={t('result')}>
          {isEditing ? (
            <TextForm
              text={linesTaken(region, take ?? 'both').join('')}
              label={t('resultText')}
              save={t('done')}
              onSave={(text) => onTake({ text })}
              onCancel={onEditEnd}
            />
          ) : take === null ? (
            <p className="merge-open grid min-h-10 lg:h-full place-items-center px-4 py-2 text-caution">
              {t('choose')}
            </p>
          ) : (
            <SideLines lines={linesOf(linesTaken(region, take))} before={base ?? []} from={from} />
          )}
        </Column>
        <Column label={words.sideOf('mine')} about={words.aboutOf('mine')}>
          <SideLines lines={region.ours} before={base ?? region.theirs} from={null} />
        </Column>
      </div>
    </section>
  )
}

/** A store may have a long name. */
const SideName = ({ children }: { children: string }) => (
  <span className="max-w-40 truncate">{children}</span>
)

/** The lines of a side, with the words marked that `before` lacks. */
function SideLines({
  lines,
  before,
  from,
}: {
  lines: readonly string[]
  before: readonly string[]
  from: number | null
}) {
  const marks = useMemo(() => rewrittenWords(before, lines), [before, lines])
  return <NumberedLines lines={lines} from={from} marks={marks} isAdded />
}

function linesOf(parts: readonly string[]): string[] {
  return parts.join('').match(/[^\n]*\n|[^\n]+/g) ?? []
}

function Column({
  label,
  about = '',
  children,
}: {
  label: string
  /** whose it is, and as of when */
  about?: string
  children: ReactNode
}) {
  return (
    <div
      role="group"
      aria-label={about === '' ? label : `${label}, ${about}`}
      className="min-w-0 border-l border-line first:border-l-0 max-lg:border-t max-lg:border-l-0 max-lg:first:border-t-0"
    >
      <span aria-hidden className="block px-4 pt-1 text-xs font-semibold text-ink-3 lg:hidden">
        {label} <span className="font-normal">{about}</span>
      </span>
      {children}
    </div>
  )
}

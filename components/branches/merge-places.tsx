'use client'

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import type { MergeChoice, MergeHunk } from '@/lib/store/model/branch-merge'

export interface MergePlaceProps {
  hunk: MergeHunk
  choice: MergeChoice | undefined
  /** names of the two sides */
  sides: { origin: string; branch: string }
  /** whether the page's keys are for this place */
  isCurrent: boolean
  isEditing: boolean
  onChoose: (choice: MergeChoice | null) => void
  onEdit: (isEditing: boolean) => void
}

/** A place that both changed: its two sides, and what becomes of it. */
export function MergeConflictPlace(props: MergePlaceProps) {
  const { hunk, choice, sides, isCurrent, isEditing, onChoose, onEdit } = props
  const t = useTranslations('Branch')
  const taken = choice && 'take' in choice ? choice.take : null
  return (
    <section
      aria-label={t('place')}
      data-merge-place={hunk.id}
      data-current={isCurrent || undefined}
      className="border-b border-l-3 border-line border-l-transparent data-current:border-l-accent"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
        <Badge tone={choice ? 'plain' : 'caution'}>
          {choice
            ? t(`chosen_${'text' in choice ? 'text' : choice.take}`, sides)
            : wordsOf(t, hunk)}
        </Badge>
        <span className="ml-auto flex flex-wrap gap-1.5">
          {choice ? (
            <Button size="small" variant="quiet" onClick={() => onChoose(null)}>
              {t('chooseAgain')}
            </Button>
          ) : null}
          {hunk.kind === 'lines' ? (
            <>
              <Button
                size="small"
                aria-pressed={taken === 'both'}
                aria-keyshortcuts={isCurrent ? 'b' : undefined}
                onClick={() => onChoose({ take: 'both' })}
              >
                {t('both', sides)} {isCurrent ? <Kbd>B</Kbd> : null}
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-keyshortcuts={isCurrent ? 'e' : undefined}
                onClick={() => onEdit(true)}
              >
                <Pencil size={13} aria-hidden /> {t('edit')} {isCurrent ? <Kbd>E</Kbd> : null}
              </Button>
            </>
          ) : null}
        </span>
      </header>
      {isEditing ? (
        <EditPlace
          initial={initialText(hunk, choice)}
          onCancel={() => onEdit(false)}
          onDone={(text) => {
            onChoose({ text })
            onEdit(false)
          }}
        />
      ) : choice && 'text' in choice ? (
        <Lines lines={choice.text.split('\n')} first={hunk.originLine} tone="same" />
      ) : (
        <div className="grid md:grid-cols-2">
          {(['origin', 'branch'] as const).map((side) => (
            <div
              key={side}
              data-left={taken !== null && taken !== 'both' && taken !== side ? '' : undefined}
              className="min-w-0 border-line data-left:opacity-50 md:first:border-r"
            >
              <p className="flex min-h-9 items-center gap-2 px-4 font-semibold">
                <span className="min-w-0 truncate">
                  <VisibleText text={sides[side]} />
                </span>
                <Button
                  size="small"
                  className="ml-auto"
                  aria-pressed={taken === side}
                  aria-keyshortcuts={
                    isCurrent ? (side === 'origin' ? 'ArrowLeft' : 'ArrowRight') : undefined
                  }
                  aria-label={t('takeSide', { side: sides[side] })}
                  onClick={() => onChoose({ take: side })}
                >
                  {t('take')} {isCurrent ? <Kbd>{side === 'origin' ? '←' : '→'}</Kbd> : null}
                </Button>
              </p>
              {hunk[side].length === 0 ? (
                <p className="px-4 pb-3 text-ink-3">
                  {t(hunk.kind === 'presence' ? 'deletedHere' : 'nothingHere')}
                </p>
              ) : (
                <Lines
                  lines={hunk[side]}
                  first={side === 'origin' ? hunk.originLine : hunk.branchLine}
                  tone="added"
                />
              )}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

type Words = ReturnType<typeof useTranslations<'Branch'>>

function wordsOf(t: Words, hunk: MergeHunk): string {
  if (hunk.kind !== 'lines') return t(`both_${hunk.kind}`)
  return hunk.base.length === 0
    ? t('bothAdded', { line: hunk.originLine - 1 })
    : t('bothChanged', { line: hunk.originLine })
}

function initialText(hunk: MergeHunk, choice: MergeChoice | undefined): string {
  if (choice && 'text' in choice) return choice.text
  return [...hunk.origin, ...hunk.branch].join('')
}

function EditPlace({
  initial,
  onCancel,
  onDone,
}: {
  initial: string
  onCancel: () => void
  onDone: (text: string) => void
}) {
  const t = useTranslations('Branch')
  const app = useTranslations('App')
  const [text, setText] = useState(initial)
  return (
    <form
      className="space-y-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        onDone(text)
      }}
    >
      <textarea
        autoFocus
        aria-label={t('editPlace')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        rows={Math.min(Math.max(text.split('\n').length, 3), 20)}
        className="w-full rounded-control bg-raised p-2 font-mono text-code shadow-[inset_0_0_0_1px_var(--line-2)]"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onCancel}>
          {app('cancel')}
        </Button>
        <Button size="small" type="submit">
          {t('useText')} <Kbd>⌘↵</Kbd>
        </Button>
      </div>
    </form>
  )
}

/** A place that fits: what goes and what comes, taken unless it is left out. */
export function MergeFittingPlace({
  hunk,
  choice,
  onChoose,
}: Pick<MergePlaceProps, 'hunk' | 'choice' | 'onChoose'>) {
  const t = useTranslations('Branch')
  const isLeftOut = choice !== undefined && 'take' in choice && choice.take === 'origin'
  const removed = hunk.kind === 'presence' ? hunk.origin : hunk.base
  return (
    <section aria-label={t('fittingPlace')} className="border-b border-line">
      <header className="flex min-h-9 items-center gap-2 px-4">
        <span className="text-ink-2">
          {hunk.kind === 'lines' ? t('line', { line: hunk.originLine }) : t(`fits_${hunk.kind}`)}
        </span>
        <Button
          size="small"
          variant="quiet"
          className="ml-auto"
          onClick={() => onChoose(isLeftOut ? null : { take: 'origin' })}
        >
          {t(isLeftOut ? 'putBack' : 'leaveOut')}
        </Button>
      </header>
      <div data-left={isLeftOut || undefined} className="data-left:opacity-50">
        <Lines lines={removed} first={hunk.originLine} tone="removed" />
        <Lines lines={hunk.branch} first={hunk.originLine} tone="added" />
      </div>
    </section>
  )
}

const SIGN = { added: '+', removed: '−', same: ' ' }
const LOOK = { added: 'bg-added-line', removed: 'bg-removed-line', same: '' }

function Lines({
  lines,
  first,
  tone,
}: {
  lines: readonly string[]
  first: number
  tone: keyof typeof SIGN
}) {
  return (
    <ol className={`font-mono text-code ${LOOK[tone]}`}>
      {lines.map((line, index) => (
        <li key={index} className="flex gap-3 px-4">
          <span aria-hidden className="w-10 shrink-0 text-right text-ink-3 select-none">
            {first + index}
          </span>
          <span aria-hidden className="w-2 shrink-0 text-ink-3 select-none">
            {SIGN[tone]}
          </span>
          <span className="min-w-0 break-words whitespace-pre-wrap">
            <VisibleText text={line.replace(/\n$/, '')} />
          </span>
        </li>
      ))}
    </ol>
  )
}

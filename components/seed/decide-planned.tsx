'use client'

import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { LiveDiff } from '@/components/diff/live-diff-lazy'
import { Button } from '@/components/ui/button'
import { SegmentedChoice } from '@/components/ui/segmented'
import { plainName } from '@/lib/text/plain-text'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedPlanAnswer } from '@/lib/wire/seed-report'

type Conflict = NonNullable<SeedPlanAnswer['conflicts']>[number]

const CHOICES: readonly ConflictChoice[] = ['source', 'leave', 'store']

/** A key on a focused row decides it: the arrow points at the side that is taken. */
const KEYS: Record<string, ConflictChoice> = {
  ArrowLeft: 'source',
  ArrowRight: 'store',
  Backspace: 'leave',
}

/** Conflicts of a plan shown at once. */
const A_PART = 50

export interface DecidePlannedProps {
  conflicts: readonly Conflict[]
  choiceOf: (path: string) => ConflictChoice
  isOff: boolean
  onDecide: (path: string, choice: ConflictChoice) => void
}

/** The conflicts of a plan, each with both sides and its decision. */
export function DecidePlanned({ conflicts, choiceOf, isOff, onDecide }: DecidePlannedProps) {
  const t = useTranslations('Seed')
  const [shown, setShown] = useState(A_PART)
  return (
    <section aria-labelledby="seed-decide" className="pt-1">
      <h3 id="seed-decide" className="pb-1 font-semibold text-caution">
        {t('bothChanged')} <span className="font-normal text-ink-3">{conflicts.length}</span>
      </h3>
      <ul aria-labelledby="seed-decide">
        {conflicts.slice(0, shown).map((conflict, index) => (
          <Row
            key={conflict.path}
            conflict={conflict}
            isFirst={index === 0}
            choice={choiceOf(conflict.path)}
            isOff={isOff}
            onChoose={(choice) => onDecide(conflict.path, choice)}
          />
        ))}
      </ul>
      {conflicts.length > shown ? (
        <Button variant="quiet" size="small" onClick={() => setShown(shown + A_PART)}>
          {t('more', { count: conflicts.length - shown })}
        </Button>
      ) : null}
    </section>
  )
}

interface RowProps {
  conflict: Conflict
  isFirst: boolean
  choice: ConflictChoice
  isOff: boolean
  onChoose: (choice: ConflictChoice) => void
}

function Row({ conflict: { path, sides }, isFirst, choice, isOff, onChoose }: RowProps) {
  const t = useTranslations('Seed')
  const name = useId()
  const [isOpen, setOpen] = useState(isFirst)
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = KEYS[event.key]
    // Within the row the arrows belong to its own controls.
    if (!chosen || isOff || event.target !== event.currentTarget) return
    event.preventDefault()
    onChoose(chosen)
  }
  return (
    <li
      data-seed-row
      data-seed-conflict
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="border-b border-line py-1 outline-offset-[-2px] last:border-b-0"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-label={t('bothSides', { path: plainName(path) })}
          className="min-w-0 shrink px-1"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={isOpen ? 'rotate-90 text-ink-3' : 'text-ink-3'}
          />
          <span className="font-mono text-code font-normal break-all whitespace-normal">
            <VisiblePath path={path} />
          </span>
        </Button>
        <span className="ml-auto">
          <SegmentedChoice
            name={name}
            legend={t('decidePath', { path: plainName(path) })}
            choices={CHOICES.map((value) => ({ value, label: t(`take_${value}`) }))}
            value={choice}
            isOff={isOff}
            onChoose={onChoose}
          />
        </span>
      </div>
      {isOpen ? <Sides sides={sides} /> : null}
    </li>
  )
}

/** The store's text against the source's. */
function Sides({ sides }: { sides: Conflict['sides'] }) {
  const t = useTranslations('Seed')
  if (!sides) return <p className="px-2 py-1.5 text-ink-3">{t('sidesTooLong')}</p>
  const { stores, sources } = sides
  return (
    <div className="my-1.5 overflow-hidden rounded-card border border-line">
      <p className="border-b border-line bg-well px-4 py-1 text-xs text-ink-2">
        {sources === null
          ? t('goneFromSource')
          : stores === null
            ? t('goneFromStore')
            : t('decideAbout')}
      </p>
      <div className="max-h-96 overflow-auto" tabIndex={0} role="group" aria-label={t('sides')}>
        <LiveDiff before={stores ?? ''} after={sources ?? ''} />
      </div>
    </div>
  )
}

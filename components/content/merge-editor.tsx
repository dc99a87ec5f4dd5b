'use client'

import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { isPageKey } from '@/components/ui/page-key'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import type { MergeRegion } from '@/lib/text/merge'
import { MergeConflict } from './merge-conflict'
import { MergeLines } from './merge-lines'
import { conflictsOf, mergedText, startsOf, type Take, type Takes } from './merge-takes'
import { useSideWords } from './use-side-words'

export interface MergeEditorProps {
  regions: readonly MergeRegion[]
  /** the event, in words */
  about: string
  isSaving: boolean
  onSave: (text: string) => void
  /** goes back to editing with the result so far; what is open keeps the person's own lines */
  onBack: (text: string) => void
}

/**
 * A three-way merge: on the left theirs, in the middle the result, on the right one's own. What fits
 * is merged; what does not is decided by buttons or keys, and saved once nothing is open.
 */
export function MergeEditor({ regions, about, isSaving, onSave, onBack }: MergeEditorProps) {
  const t = useTranslations('Merge')
  const words = useSideWords()
  const conflicts = conflictsOf(regions)
  const [takes, setTakes] = useState<Takes>(new Map())
  const [order, setOrder] = useState<readonly number[]>([])
  const [editing, setEditing] = useState<number | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const open = conflicts.filter((index) => !takes.has(index)).length
  const save = () => onSave(mergedText(regions, takes, 'mine'))
  useSubmitShortcut(save, { disabled: open > 0 || isSaving })

  const take = (index: number, taken: Take | null) => {
    const next = new Map(takes)
    if (taken === null) next.delete(index)
    else next.set(index, taken)
    setTakes(next)
    setOrder([...order.filter((each) => each !== index), ...(taken === null ? [] : [index])])
    setEditing(null)
  }
  const takeAll = (side: 'theirs' | 'mine') => {
    setTakes(new Map(conflicts.map((index) => [index, side])))
    setOrder(conflicts)
    setEditing(null)
  }
  const focusConflict = (index: number) =>
    root.current?.querySelector<HTMLElement>(`[data-conflict="${index}"]`)?.focus()
  const go = (by: 1 | -1) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[data-conflict]') ?? [])]
    const at = all.findIndex((each) => each.contains(document.activeElement))
    const to = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length
    all[to]?.focus()
    all[to]?.scrollIntoView({ block: 'center' })
  }
  const actOf = (event: KeyboardEvent, index: number | null): (() => void) | null => {
    if (event.key === 'j') return () => go(1)
    if (event.key === 'k') return () => go(-1)
    if (event.key === 'Escape') return () => onBack(mergedText(regions, takes, 'mine'))
    const last = index !== null && takes.has(index) ? index : order.at(-1)
    if (event.key === 'z') return last === undefined ? null : () => take(last, null)
    if (index === null) return null
    if (event.key === 'e') return () => setEditing(index)
    const taken = KEYS[event.key]
    return taken ? () => take(index, taken) : null
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPageKey(event)) return
    const focused = document.activeElement?.closest('[data-conflict]')
    const index = focused ? Number(focused.getAttribute('data-conflict')) : null
    const act = actOf(event, index)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  useEffect(() => root.current?.querySelector<HTMLElement>('[data-conflict]')?.focus(), [])

  const starts = startsOf(regions, takes)
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-caution-line bg-caution-bg px-4 py-2">
        <p role="alert" className="min-w-0 font-medium">
          {about}
        </p>
        <span role="status">
          {open > 0 ? (
            <Badge tone="caution" Icon={CircleAlert}>
              {t('open', { open, count: conflicts.length })}
            </Badge>
          ) : (
            <Badge tone="added" Icon={Check}>
              {t('allDecided')}
            </Badge>
          )}
        </span>
        <div className="ml-auto flex flex-wrap gap-1.5">
          <Button variant="quiet" onClick={() => takeAll('theirs')}>
            {words.allOf('theirs')}
          </Button>
          <Button variant="quiet" onClick={() => takeAll('mine')}>
            {words.allOf('mine')}
          </Button>
          <Button onClick={() => onBack(mergedText(regions, takes, 'mine'))}>{t('back')}</Button>
          <Button
            variant="primary"
            disabled={open > 0}
            isBusy={isSaving}
            title={open > 0 ? t('whyOff') : undefined}
            onClick={save}
          >
            {isSaving ? t('saving') : t('save')}
            <Kbd>⌘↵</Kbd>
          </Button>
        </div>
      </div>
      <div
        aria-hidden
        className="grid grid-cols-3 border-b border-line font-semibold max-lg:hidden"
      >
        {(['theirs', 'result', 'mine'] as const).map((side) => (
          <span key={side} className="truncate border-l border-line px-4 py-1.5 first:border-l-0">
            {side === 'result' ? t('result') : words.sideOf(side)}
            {side === 'result' ? null : (
              <span className="ml-2 font-normal text-ink-3">{words.aboutOf(side)}</span>
            )}
          </span>
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-auto max-md:overflow-visible">
        {regions.map((region, index) => {
          const from = starts[index] ?? 1
          if (region.kind !== 'conflict') {
            return <MergeLines key={index} region={region} from={from} />
          }
          return (
            <MergeConflict
              key={index}
              index={index}
              number={conflicts.indexOf(index) + 1}
              count={conflicts.length}
              from={from}
              region={region}
              take={takes.get(index) ?? null}
              isEditing={editing === index}
              onTake={(taken) => take(index, taken)}
              onEdit={() => setEditing(index)}
              onEditEnd={() => {
                setEditing(null)
                focusConflict(index)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

const KEYS: Record<string, Take> = {
  ArrowLeft: 'theirs',
  ArrowRight: 'mine',
}

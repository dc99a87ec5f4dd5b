import { FolderInput, ListFilter, Pencil, Plus, Trash2, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type Ref, useEffect, useEffectEvent, useState } from 'react'
import { Kbd } from '@/components/keys/kbd'
import { liveState } from '@/components/live/follow'
import { Button } from '@/components/ui/button'
import type { TreeActs } from './menu'

/** How long typing rests before the address says the filter; milliseconds. */
const REST_MS = 300

/**
 * What paths are to hold, at once as it is typed; the address says it when typing rests or the field is left.
 * By the router: one that it does not know of makes a refresh load the page as a whole (next.js#98323).
 */
export function useFilter(asked: string) {
  const router = useRouter()
  const [filter, setFilter] = useState(asked)
  const [said, setSaid] = useState(asked)
  const [lastAsked, setLastAsked] = useState(asked)
  if (asked !== lastAsked) {
    setLastAsked(asked)
    // The address changed by something else than typing here.
    if (asked !== said) {
      setSaid(asked)
      setFilter(asked)
    }
  }
  const say = () => {
    if (filter === said || liveState().state === 'lost') return
    setSaid(filter)
    const address = new URL(window.location.href)
    if (filter === '') address.searchParams.delete('filter')
    else address.searchParams.set('filter', filter)
    router.replace(address.href, { scroll: false })
  }
  const rest = useEffectEvent(say)
  useEffect(() => {
    const timer = setTimeout(() => rest(), REST_MS)
    return () => clearTimeout(timer)
  }, [filter])
  return { filter, setFilter, say }
}

export interface TreeToolbarProps {
  filtering: ReturnType<typeof useFilter>
  filterField: Ref<HTMLInputElement>
  /** Enter or an arrow in the filter: on to what it found */
  onLeave: () => void
  /** how many memories the filter found; null: there is none */
  found: number | null
  /** whether the store has more memories than are listed */
  hasMore: boolean
  /** the address without the filter, for a page without a script */
  hidden: Readonly<Record<string, string>>
  /** null: nothing can be changed */
  acts: TreeActs | null
  /** rows that are chosen together; 0: none */
  chosen: number
  onClear: () => void
}

/** Above the tree: the filter, and what can be done with the chosen rows. */
export function TreeToolbar(props: TreeToolbarProps) {
  const { filtering, filterField, onLeave, found, hasMore, hidden, acts, chosen } = props
  const { filter, setFilter, say } = filtering
  const t = useTranslations('Tree')
  return (
    <div className="shrink-0 px-2.5 pt-2 pb-1.5">
      <div className="flex items-center gap-1">
        <form
          role="search"
          onSubmit={(event) => event.preventDefault()}
          className="flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control bg-sheet px-2 shadow-[inset_0_0_0_1px_var(--control)] has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-9"
        >
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ListFilter size={14} aria-hidden className="shrink-0 text-ink-3" />
          <input
            ref={filterField}
            type="search"
            name="filter"
            aria-label={t('filter')}
            placeholder={t('filterShort')}
            value={filter}
            autoComplete="off"
            onChange={(event) => setFilter(event.target.value)}
            onBlur={say}
            onKeyDown={(event) => {
              event.stopPropagation()
              if (event.key === 'Escape') {
                event.preventDefault()
                if (filter === '') onLeave()
                else setFilter('')
              }
              if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
              event.preventDefault()
              onLeave()
            }}
            className="w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-3"
          />
          {filter === '' ? (
            <span className="max-md:hidden">
              <Kbd stroke="f" />
            </span>
          ) : null}
        </form>
        {acts ? <Button label={t('create')} Icon={Plus} stroke="n" onClick={acts.create} /> : null}
      </div>
      {acts && chosen > 0 ? (
        <div role="toolbar" aria-label={t('chosenTools')} className="mt-1 flex items-center gap-1">
          <p className="min-w-0 flex-1 truncate px-1 text-xs text-ink-2" role="status">
            {t('chosen', { count: chosen })}
          </p>
          {chosen === 1 ? <Button label={t('rename')} Icon={Pencil} onClick={acts.rename} /> : null}
          <Button label={t('move')} Icon={FolderInput} onClick={acts.move} />
          <Button label={t('remove')} Icon={Trash2} onClick={acts.remove} />
          <Button label={t('clear')} Icon={X} onClick={props.onClear} />
        </div>
      ) : null}
      <p role="status" className="px-1 pt-1.5 pb-0.5 text-xs text-ink-3 empty:hidden">
        {found === null ? (hasMore ? t('more') : null) : t('found', { count: found })}
      </p>
    </div>
  )
}

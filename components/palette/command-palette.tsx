'use client'

import { Search, X } from 'lucide-react'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Dialog } from 'radix-ui'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Kbd } from '@/components/ui/kbd'
import { focusMain, useFocusBack } from '@/components/ui/use-focus-back'
import { foldForSearch } from '@/lib/text/fold'
import { type Entry, type Group, Row } from './entry'
import { AWAITED, useEntries } from './use-entries'
import { usePlaces } from './use-places'

export interface CommandPaletteProps {
  onOpenChange: (isOpen: boolean) => void
  /** opens the list of keys */
  onKeys: () => void
}

/**
 * Goes to any store, memory, session or page, and does whatever the page offers, by a few letters. The
 * row that Enter opens is marked and in sight. An answer that has yet to come is waited for: Enter
 * never chooses a row of the text before.
 */
export function CommandPalette({ onOpenChange, onKeys }: CommandPaletteProps) {
  const t = useTranslations('Palette')
  const router = useRouter()
  const pathname = usePathname()
  const search = useSearchParams()
  const listId = useId()
  const giveFocusBack = useFocusBack()
  /** after it closed: where it goes to has the focus, or an act is done */
  const then = useRef<'gone' | (() => void) | null>(null)
  const [text, setText] = useState('')
  /** the key of the row that was chosen by an arrow or the pointer; null: the first */
  const [chosen, setChosen] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const { places, isWhole, isAwaited, isBefore, isFailed } = usePlaces(text, pathname, search)
  const isSearching = isAwaited && (!isBefore || isWaiting)
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)

  const goTo = (href: string) => () => {
    then.current = 'gone'
    onOpenChange(false)
    router.push(href)
  }
  const closeFor = (act: () => void) => () => {
    then.current = act
    onOpenChange(false)
  }
  const entries = useEntries({
    text,
    words,
    isMeant: (name) => words.every((word) => foldForSearch(name).includes(word)),
    places: isSearching ? [] : places,
    isSearching,
    pathname,
    search,
    goTo,
    closeFor,
    onKeys,
    onWait: () => setWaiting(true),
  })
  const active = indexOf(chosen, entries)
  const marked = entries[active]

  useEffect(() => {
    if (isWaiting && !isAwaited) marked?.run()
  })
  const keepInSight = useEffectEvent(() => showRow(listId, active))
  const rows = entries.map(({ key }) => key).join('\n')
  // Not if another is marked by the pointer, under which nothing may move.
  useEffect(() => keepInSight(), [rows])

  const walk = (to: number) => {
    const index = (to + entries.length) % entries.length
    setChosen(entries[index]?.key ?? null)
    showRow(listId, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = {
      ArrowDown: active + 1,
      ArrowUp: Math.max(active, 0) - 1,
      Home: 0,
      End: entries.length - 1,
    }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      walk(to)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (event.metaKey || event.ctrlKey) entries.find(({ key }) => key === 'search')?.run()
    else if (isAwaited && marked?.key !== chosen && marked?.group !== 'commands') setWaiting(true)
    else marked?.run()
  }
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (then.current !== 'gone') {
              giveFocusBack(event)
              then.current?.()
              return
            }
            // After a navigation the focus goes to the new page, not back, unless that has it by now.
            event.preventDefault()
            if (document.activeElement === document.body) focusMain()
          }}
          className="fixed top-[6vh] left-1/2 z-50 flex max-h-[86dvh] w-[min(42.5rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-xl max-md:top-3"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
            <Search size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label={t('title')}
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              placeholder={t('placeholder')}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setChosen(null)
                setWaiting(false)
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-3"
            />
            <span aria-hidden className="max-md:hidden">
              <Kbd>Esc</Kbd>
            </span>
            <Dialog.Close
              aria-label={t('close')}
              className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-control text-ink-3 md:hidden"
            >
              <X size={18} aria-hidden />
            </Dialog.Close>
          </div>
          <div id={listId} role="listbox" aria-label={t('title')} className="overflow-auto py-2">
            {groupsOf(entries).map(({ group, rows }) => (
              <Rows key={group} group={group}>
                {rows.map(({ entry, index }) => (
                  <Row
                    key={entry.key}
                    id={`${listId}-${index}`}
                    entry={entry}
                    isActive={index === active}
                    onHover={() => setChosen(entry.key)}
                  />
                ))}
              </Rows>
            ))}
          </div>
          <div className="flex shrink-0 items-center gap-4 border-t border-line px-4 py-2 text-xs text-ink-3">
            <Hints />
            <p role="status" className="ml-auto text-right">
              {isFailed ? <span className="text-removed">{t('failed')}</span> : null}
              {isFailed || isAwaited
                ? null
                : words.length === 0
                  ? t('further')
                  : t('found', { count: entries.length - 1, isWhole: String(isWhole) })}
            </p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * Returns where the chosen row is: the first, if none is chosen or it is gone. In the place of the one
 * that stood for the places is the first of them.
 */
function indexOf(chosen: string | null, entries: readonly Entry[]): number {
  const at = entries.findIndex(({ key }) => key === chosen)
  if (at !== -1) return at
  const first = chosen === AWAITED ? entries.findIndex(({ group }) => group !== 'commands') : 0
  return Math.min(first, entries.length - 1)
}

/** Scrolls the list to a row; to the first with the name of its group. */
function showRow(listId: string, index: number): void {
  if (index === 0) document.getElementById(listId)?.scrollTo({ top: 0 })
  else document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
}

interface NumberedRow {
  entry: Entry
  /** among all */
  index: number
}

function groupsOf(entries: readonly Entry[]): { group: Group; rows: NumberedRow[] }[] {
  const groups: { group: Group; rows: NumberedRow[] }[] = []
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1)
    if (last?.group === entry.group) last.rows.push({ entry, index })
    else groups.push({ group: entry.group, rows: [{ entry, index }] })
  }
  return groups
}

function Rows({ group, children }: { group: Group; children: ReactNode }) {
  const t = useTranslations('Palette')
  const id = useId()
  if (group === 'awaited') return children
  if (group === 'search') {
    return (
      <div
        role="group"
        aria-label={t('search')}
        className="mx-2 mt-2 border-t border-line pt-2 *:mx-0 first:mt-0 first:border-t-0 first:pt-0"
      >
        {children}
      </div>
    )
  }
  return (
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className="px-4 pt-2 pb-1 text-xs font-medium text-ink-3">
        {t(group)}
      </div>
      {children}
    </div>
  )
}

function Hints() {
  const t = useTranslations('Palette')
  return (
    <span aria-hidden className="flex items-center gap-4 max-md:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        <span className="ml-0.5">{t('choose')}</span>
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd>
        <span className="ml-0.5">{t('run')}</span>
      </span>
    </span>
  )
}

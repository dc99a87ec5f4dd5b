import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ask } from '@/components/act/ask'
import { Cache } from '@/components/frame/cache'
import { Kbd } from '@/components/keys/kbd'
import { mayLeave } from '@/components/live/leaving'
import { focusMain, useFocusBack } from '@/components/ui/dialog-window'
import type { Places } from '@/lib/store/places'
import { type Entry, type Group, useEntries } from './entries'

/**
 * Goes to any memory, store or page, and does whatever the page offers, by a few letters. The row that
 * Enter opens is marked and in sight. An answer that has yet to come is waited for: Enter never
 * chooses a row of the text before.
 */
export function Palette(props: PaletteProps) {
  return (
    <Cache>
      <Finder {...props} />
    </Cache>
  )
}

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
}

function Finder({ onClose, onKeys }: PaletteProps) {
  const t = useTranslations('Palette')
  const router = useRouter()
  const listId = useId()
  const giveFocusBack = useFocusBack()
  /** after it closed: where it goes to has the focus, or an act is done */
  const then = useRef<'gone' | (() => void) | null>(null)
  const [text, setText] = useState('')
  /** the key of the row that was chosen by an arrow or the pointer; null: the first */
  const [chosen, setChosen] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const query = text.trim()
  const { data, isFetching, isError } = useQuery({
    queryKey: ['places', query],
    queryFn: ({ signal }) => ask<Places>(`/places?${new URLSearchParams({ q: query })}`, signal),
    // Dropped with the palette: a path may be what is redacted next.
    gcTime: 0,
  })
  const entries = useEntries({ text, places: data ?? null, onKeys })
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const marked = entries[at]

  const run = (entry: Entry | undefined) => {
    if (!entry) return
    if ('href' in entry.does) {
      then.current = 'gone'
      if (mayLeave(entry.does.href)) router.push(entry.does.href)
    } else then.current = entry.does.act
    onClose()
  }
  useEffect(() => {
    if (isWaiting && !isFetching) run(marked)
  })
  const walk = (to: number) => {
    const index = (to + entries.length) % entries.length
    setChosen(entries[index]?.key ?? null)
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Radix leaves it to what came last, which a toast may be.
    if (event.key === 'Escape') return onClose()
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      walk(to)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (event.metaKey || event.ctrlKey) run(entries.find(({ key }) => key === 'search'))
    else if (isFetching && chosen === null) setWaiting(true)
    else run(marked)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
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
          className="fixed top-[8vh] left-1/2 z-50 flex max-h-[80dvh] w-[min(42.5rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-dialog bg-raised shadow-e-3 max-md:top-3"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
            <Search size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label={t('title')}
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={marked ? `${listId}-${at}` : undefined}
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
            <Kbd stroke="escape" />
          </div>
          <div id={listId} role="listbox" aria-label={t('title')} className="overflow-auto py-2">
            {entries.map((entry, index) => (
              <Row
                key={entry.key}
                id={`${listId}-${index}`}
                entry={entry}
                head={entry.group === entries[index - 1]?.group ? null : entry.group}
                isActive={index === at}
                onHover={() => setChosen(entry.key)}
                onRun={() => run(entry)}
              />
            ))}
          </div>
          <div className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-ink-3">
            <span aria-hidden className="flex items-center gap-1.5 max-md:hidden">
              <Kbd stroke="arrowup" />
              <Kbd stroke="arrowdown" /> {t('choose')}
              <span className="ml-2.5" />
              <Kbd stroke="enter" /> {t('run')}
            </span>
            <p role="status" className="ml-auto text-right">
              {isError ? <span className="text-removed">{t('failed')}</span> : null}
              {isError || isFetching || query === ''
                ? null
                : t('found', { count: entries.length - 1 })}
            </p>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface RowProps {
  id: string
  entry: Entry
  /** the first of its group is told with the group's name */
  head: Group | null
  isActive: boolean
  onHover: () => void
  onRun: () => void
}

function Row({ id, entry, head, isActive, onHover, onRun }: RowProps) {
  const t = useTranslations('Palette')
  const { group, Icon, name, about, stroke } = entry
  return (
    <>
      {head === null ? null : head === 'search' ? (
        <div role="presentation" className="mx-2 my-2 border-t border-line first:hidden" />
      ) : (
        <div role="presentation" className="px-4 pt-2 pb-1 text-xs font-medium text-ink-3">
          {t(head)}
        </div>
      )}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        data-group={group}
        onPointerMove={isActive ? undefined : onHover}
        onClick={onRun}
        onKeyDown={({ key }) => key === 'Enter' && onRun()}
        className={clsx(
          'mx-2 flex min-h-8 cursor-pointer items-center gap-3 rounded-control px-2 py-1 max-md:min-h-11',
          isActive && 'bg-selected',
        )}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 truncate">{name}</span>
        {about ? <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{about}</span> : null}
        {stroke ? (
          <span className="ml-auto shrink-0">
            <Kbd stroke={stroke} />
          </span>
        ) : null}
      </div>
    </>
  )
}

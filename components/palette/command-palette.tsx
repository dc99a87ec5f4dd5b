'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { Dialog } from 'radix-ui'
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { classNames } from '@/components/ui/class-names'
import { focusMain, useFocusBack } from '@/components/ui/use-focus-back'
import { foldForSearch } from '@/lib/text/fold'
import { commandsFor } from './commands'
import { placesQuery } from './queries'

export interface CommandPaletteProps {
  onOpenChange: (isOpen: boolean) => void
  /** opens the list of keys */
  onKeys: () => void
}

interface Entry {
  key: string
  group: 'commands' | 'stores' | 'sessions' | 'memories'
  label: string
  /** its path or store, if the label alone is not enough */
  note: string | null
  run: () => void
}

/** Goes to any store, memory or command by a few letters of its name. */
export function CommandPalette({ onOpenChange, onKeys }: CommandPaletteProps) {
  const t = useTranslations('Palette')
  const router = useRouter()
  const pathname = usePathname()
  const search = useSearchParams()
  const listId = useId()
  const giveFocusBack = useFocusBack()
  const isGoing = useRef(false)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const storeId = /^\/stores\/([^/]+)/.exec(pathname)?.[1] ?? null
  const places = useQuery(placesQuery(useDeferredValue(text), storeId))

  const goTo = (href: string) => () => {
    isGoing.current = true
    onOpenChange(false)
    router.push(href)
  }
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (label: string) => words.every((word) => foldForSearch(label).includes(word))
  const commands = [
    ...commandsFor(pathname, search).map(({ name, href }) => ({ label: t(name), run: goTo(href) })),
    { label: t('keys'), run: onKeys },
  ]
  const entries: Entry[] = [
    ...commands
      .filter(({ label }) => isMeant(label))
      .map(({ label, run }): Entry => ({ key: label, group: 'commands', label, note: null, run })),
    ...(places.data?.stores ?? []).map(({ id, name }): Entry => ({
      key: id,
      group: 'stores',
      label: name,
      note: null,
      run: goTo(`/stores/${id}`),
    })),
    ...(places.data?.sessions ?? []).map(({ id, title }): Entry => ({
      key: id,
      group: 'sessions',
      label: title,
      note: null,
      run: goTo(`/sessions/${id}`),
    })),
    ...(places.data?.memories ?? []).map(({ id, path, storeId, storeName }): Entry => ({
      key: id,
      group: 'memories',
      label: path,
      note: storeName,
      run: goTo(`/stores/${storeId}?path=${encodeURIComponent(path)}`),
    })),
  ]
  const active = Math.min(at, entries.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: entries.length - 1 }[
      event.key
    ]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((to + entries.length) % entries.length)
      document
        .getElementById(`${listId}-${(to + entries.length) % entries.length}`)
        ?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      entries[active]?.run()
    }
  }
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!isGoing.current) return giveFocusBack(event)
            // After a navigation the focus goes to the new page, not back, unless that has it by now.
            event.preventDefault()
            if (document.activeElement === document.body) focusMain()
          }}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-raised shadow-xl"
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <input
            role="combobox"
            aria-label={t('title')}
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            placeholder={t('placeholder')}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
            className="h-12 shrink-0 border-b border-line bg-transparent px-4 outline-none"
          />
          <div id={listId} role="listbox" aria-label={t('title')} className="overflow-auto py-1">
            {entries.map((entry, index) => (
              <Option
                key={`${entry.group}-${entry.key}`}
                id={`${listId}-${index}`}
                isActive={index === active}
                heading={entries[index - 1]?.group === entry.group ? null : t(entry.group)}
                onHover={() => setAt(index)}
                onRun={entry.run}
              >
                <span
                  className={classNames(
                    'truncate',
                    entry.group === 'memories' && 'font-mono text-sm',
                  )}
                >
                  {entry.group === 'memories' ? (
                    <VisiblePath path={entry.label} />
                  ) : (
                    <VisibleLabel text={entry.label} />
                  )}
                </span>
                {entry.note === null ? null : (
                  <span className="ml-auto shrink-0 pl-4 text-xs text-ink-3">
                    <VisibleLabel text={entry.note} />
                  </span>
                )}
              </Option>
            ))}
          </div>
          <p role="status" className="px-4 py-2 text-xs text-ink-3 empty:hidden">
            {places.isError ? <span className="text-removed">{t('failed')}</span> : null}
            {entries.length === 0 && places.isSuccess ? t('nothing') : null}
            {places.data && !places.data.isWhole && text !== '' ? t('more') : null}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  id: string
  isActive: boolean
  /** of the group that it begins; null within a group */
  heading: string | null
  onHover: () => void
  onRun: () => void
  children: ReactNode
}

function Option({ id, isActive, heading, onHover, onRun, children }: OptionProps) {
  return (
    <>
      {heading === null ? null : (
        <div role="presentation" className="px-4 pt-2 pb-1 text-xs text-ink-3">
          {heading}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        onPointerMove={onHover}
        onClick={onRun}
        className={classNames(
          'flex h-8 cursor-pointer items-center px-4',
          isActive && 'bg-selected',
        )}
      >
        {children}
      </div>
    </>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
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
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { plainName } from '@/lib/text/plain-text'
import { storeNamesQuery } from './queries'
import type { StoreName } from './store-names'

export interface StorePickerProps {
  label: string
  /** the choice of none; null: it cannot be chosen */
  all: string | null
  chosen: { id: string; name: string } | null
  withArchived: boolean
  onChoose: (store: StoreName | null) => void
}

/** Chooses one of many stores by its name, for which it asks the server. */
export function StorePicker({ label, all, chosen, withArchived, onChoose }: StorePickerProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = chosen ? plainName(chosen.name) : all
  const choose = (store: StoreName | null) => {
    document.getElementById(id)?.hidePopover()
    button.current?.focus()
    onChoose(store)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={shown === null ? label : `${label}: ${shown}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={classNames(buttonVariants())}
      >
        <span className={shown === null ? undefined : 'text-ink-3'}>{label}</span>{' '}
        {shown === null ? null : (
          <span className={classNames('max-w-40 truncate', chosen && 'text-accent')}>{shown}</span>
        )}
        <ChevronDown size={14} aria-hidden className="text-ink-3" />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover-list w-72"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen ? (
          <Choice all={all} chosen={chosen} withArchived={withArchived} onChoose={choose} />
        ) : null}
      </div>
    </>
  )
}

function Choice({ all, chosen, withArchived, onChoose }: Omit<StorePickerProps, 'label'>) {
  const t = useTranslations('StoreFilter')
  const listId = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { data, isError, isPlaceholderData } = useQuery(
    storeNamesQuery(useDeferredValue(text), withArchived),
  )
  const options: (StoreName | null)[] = [
    ...(all === null || text !== '' ? [] : [null]),
    ...(data?.stores ?? []),
  ]
  const active = Math.min(at, options.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    const option = options[active]
    if (to !== undefined && options.length > 0) {
      event.preventDefault()
      const next = (to + options.length) % options.length
      setAt(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // What is listed may be the answer to what was typed before.
      if (option !== undefined && !isPlaceholderData) onChoose(option)
    }
  }
  return (
    <>
      <input
        role="combobox"
        aria-label={t('find')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={t('find')}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          // It is in forms that search as one types.
          event.stopPropagation()
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className="mb-1 h-8 w-full rounded-control bg-sheet px-2 shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 max-md:h-10"
      />
      <div id={listId} role="listbox" aria-label={t('find')} aria-busy={isPlaceholderData}>
        {options.map((store, index) => (
          <Option
            key={store?.id ?? ''}
            id={`${listId}-${index}`}
            isActive={index === active}
            isChosen={(store?.id ?? null) === (chosen?.id ?? null)}
            onHover={() => setAt(index)}
            onChoose={() => onChoose(store)}
          >
            {store === null ? all : <VisibleLabel text={store.name} />}
          </Option>
        ))}
      </div>
      <p role="status" className="px-2.5 py-1 text-xs text-ink-3 empty:hidden">
        {isError ? <span className="text-removed">{t('failed')}</span> : null}
        {data?.stores.length === 0 ? t('nothing') : null}
        {data?.isWhole === false ? t('more') : null}
      </p>
    </>
  )
}

interface OptionProps {
  id: string
  isActive: boolean
  isChosen: boolean
  onHover: () => void
  onChoose: () => void
  children: ReactNode
}

function Option({ id, isActive, isChosen, onHover, onChoose, children }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onHover}
      onClick={onChoose}
      className={classNames(
        'flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 max-md:py-2.5',
        isActive && 'bg-raised-hover',
      )}
    >
      <Check size={15} aria-hidden className={isChosen ? 'shrink-0' : 'invisible shrink-0'} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </div>
  )
}

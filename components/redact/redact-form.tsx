'use client'

import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StoreName } from '@/components/stores/store-names'
import { StoreChoice } from '@/components/stores/store-choice'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { formText } from '@/components/ui/form-text'

/** The text to find, and the store to look in. */
export interface TextQuery {
  text: string
  /** null: everywhere */
  storeId: string | null
}

/** The one store in which to look. */
/** Characters of the shortest text that is looked for. */
export const MIN_LENGTH = 3

export interface ChosenStore {
  id: string
  name: string
}

export interface RedactFormProps {
  /** the text that another page handed over; null: none */
  handed: string | null
  /** the stores offered by themselves, and whether there are others */
  offered: { stores: readonly StoreName[]; isPart: boolean }
  /** the chosen store; null: all */
  store: ChosenStore | null
  isPending: boolean
  /** whether the places are shown */
  isFound: boolean
  /** whether the text may be read */
  isOpen: boolean
  onToggle: () => void
  /** the text is another now */
  onChange: () => void
  onChoose: (store: ChosenStore | null) => void
  onSearch: (query: TextQuery) => void
}

/** Asks for the text and where to look. Once found, the text is masked. */
export function RedactForm(props: RedactFormProps) {
  const { handed, offered, store, isPending, isFound, isOpen } = props
  const { onToggle, onChange, onChoose, onSearch } = props
  const t = useTranslations('Redact')
  const [length, setLength] = useState([...(handed ?? '')].length)
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const isTyped = useRef(false)
  // Not as an attribute, where whoever saves the page would have it.
  useEffect(() => {
    if (handed === null || !field.current) return
    field.current.value = handed
    isTyped.current = false
    setLength([...handed].length)
  }, [handed])
  const asked = {
    id: 'redact-text',
    autoFocus: true,
    name: 'text',
    'aria-describedby': 'redact-text-hint',
    autoComplete: 'off',
    spellCheck: false,
    required: true,
    minLength: MIN_LENGTH,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      isTyped.current = true
      setLength([...target.value].length)
      onChange()
    },
  }
  const look = classNames(
    'w-full rounded-control border border-control bg-sheet pr-9 pl-2.5 font-mono text-code',
    isFound && !isOpen && 'text-masked',
  )
  return (
    <form
      role="search"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = formText(new FormData(event.currentTarget), 'text')
        // A field changes the ends of lines.
        const text = isTyped.current || handed === null ? typed : handed
        onSearch({ text, storeId: store?.id ?? null })
      }}
    >
      <label htmlFor="redact-text" className="font-medium">
        {t('text')}
      </label>
      <span className="relative w-72 max-md:w-full">
        {handed?.includes('\n') ? (
          <textarea
            ref={(element) => {
              field.current = element
            }}
            rows={3}
            {...asked}
            className={classNames(look, 'block min-h-16 py-1.5 whitespace-pre')}
          />
        ) : (
          <input
            ref={(element) => {
              field.current = element
            }}
            {...asked}
            className={classNames(look, 'h-8 max-md:h-11')}
          />
        )}
        {isFound ? (
          <Button
            variant="quiet"
            size="small-icon"
            aria-label={isOpen ? t('hide') : t('show')}
            title={isOpen ? t('hide') : t('show')}
            onClick={onToggle}
            className="absolute top-1 right-1 max-md:top-1.5"
          >
            {isOpen ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          </Button>
        ) : null}
      </span>
      <span id="redact-text-hint" className="text-ink-3">
        {length < 3 ? t('textHint') : t('length', { count: length })}
      </span>
      <span className="flex items-center gap-2">
        <span className="font-medium">{t('in')}</span>
        <StoreChoice
          label={t('where')}
          all={t('everywhere')}
          offered={offered}
          chosen={store}
          withArchived
          onChoose={onChoose}
          className="w-44"
        />
      </span>
      <Button
        variant={isFound ? 'secondary' : 'primary'}
        type="submit"
        isBusy={isPending}
        className="ml-auto"
      >
        {isPending && !isFound ? t('finding') : t('find')}
      </Button>
    </form>
  )
}

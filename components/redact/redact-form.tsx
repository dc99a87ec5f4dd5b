'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StoreName } from '@/components/stores/store-names'
import { StorePicker } from '@/components/stores/store-picker'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { useHandedText } from '@/components/ui/handed-text'
import { formText } from '@/components/ui/form-text'
import { Select } from '@/components/ui/select'
import { plainName } from '@/lib/text/plain-text'

/** The text to find, and the store to look in. */
export interface TextQuery {
  text: string
  /** null: everywhere */
  storeId: string | null
}

/** The one store in which to look. */
export interface ChosenStore {
  id: string
  name: string
}

export interface RedactFormProps {
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
  const { offered, store, isPending, isFound, isOpen } = props
  const { onToggle, onChange, onChoose, onSearch } = props
  const t = useTranslations('Redact')
  const handed = useHandedText('redaction')
  const [length, setLength] = useState([...(handed ?? '')].length)
  const field = useRef<HTMLInputElement>(null)
  // Not as an attribute, where whoever saves the page would have it.
  useEffect(() => {
    if (handed !== null && field.current) field.current.value = handed
  }, [handed])
  return (
    <form
      role="search"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        const text = formText(new FormData(event.currentTarget), 'text')
        onSearch({ text, storeId: store?.id ?? null })
      }}
    >
      <label htmlFor="redact-text" className="font-medium">
        {t('text')}
      </label>
      <span className="relative w-72 max-md:w-full">
        <input
          ref={field}
          id="redact-text"
          autoFocus
          name="text"
          aria-describedby="redact-text-hint"
          autoComplete="off"
          spellCheck={false}
          required
          minLength={3}
          onChange={({ target }) => {
            setLength([...target.value].length)
            onChange()
          }}
          className={classNames(
            'h-8 w-full rounded-control border border-control bg-sheet pr-9 pl-2.5 font-mono text-code max-md:h-11',
            isFound && !isOpen && 'text-masked',
          )}
        />
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
        {offered.isPart ? (
          <StorePicker
            label={t('where')}
            all={t('everywhere')}
            chosen={store}
            withArchived
            onChoose={onChoose}
          />
        ) : (
          <Select
            label={t('where')}
            isLabelHidden
            options={[
              { value: '', label: t('everywhere') },
              ...offered.stores.map(({ id, name }) => ({ value: id, label: plainName(name) })),
            ]}
            value={store?.id ?? ''}
            onChoose={(next) => onChoose(offered.stores.find(({ id }) => id === next) ?? null)}
            className="w-44"
          />
        )}
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

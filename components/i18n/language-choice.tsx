'use client'

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'
import { LOCALES } from '@/lib/text/locale'
import { chooseLanguageAction } from './actions'

export interface LanguageChoiceProps {
  /** by locale, each in its own language */
  names: Readonly<Record<string, string>>
}

/** Chooses the dashboard's language; defaults to the browser's. Without a script, by a button. */
export function LanguageChoice({ names }: LanguageChoiceProps) {
  const t = useTranslations('App')
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    // Chosen before the script listened.
    if (select.current && select.current.value !== locale) form.current?.requestSubmit()
  }, [locale])
  return (
    <form ref={form} action={chooseLanguageAction} className="flex items-center gap-2">
      <span className="relative">
        <select
          // Else it would keep what it showed when the language comes from elsewhere.
          key={locale}
          ref={select}
          name="locale"
          aria-label={t('language')}
          defaultValue={locale}
          autoComplete="off"
          className="h-7 cursor-pointer appearance-none rounded-control bg-raised pr-7 pl-2.5 text-xs shadow-[inset_0_0_0_1px_var(--control)] max-md:h-10"
          onChange={() => form.current?.requestSubmit()}
        >
          {LOCALES.map((each) => (
            <option key={each} value={each} className="bg-raised text-ink">
              {names[each]}
            </option>
          ))}
        </select>
        <ChevronDown
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
        />
      </span>
      <noscript>
        <button type="submit" className={buttonVariants({ size: 'small' })}>
          {t('choose')}
        </button>
      </noscript>
    </form>
  )
}

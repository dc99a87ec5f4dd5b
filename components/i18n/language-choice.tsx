'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { LOCALES } from '@/lib/text/locale'
import { chooseLanguageAction } from './actions'

export interface LanguageChoiceProps {
  /** by locale, each in its own language */
  names: Readonly<Record<string, string>>
}

/** Chooses the dashboard's language; defaults to the browser's. */
export function LanguageChoice({ names }: LanguageChoiceProps) {
  const t = useTranslations('App')
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  return (
    <select
      aria-label={t('language')}
      value={useLocale()}
      disabled={isPending}
      className="h-8 rounded-control bg-transparent px-2 text-xs text-ink-3 hover:bg-hover"
      onChange={({ target }) =>
        startTransition(async () => {
          await chooseLanguageAction(target.value)
          router.refresh()
        })
      }
    >
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} className="bg-raised text-ink">
          {names[locale]}
        </option>
      ))}
    </select>
  )
}

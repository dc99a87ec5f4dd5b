'use client'

import { NextIntlClientProvider } from 'next-intl'
import { type ReactNode, use } from 'react'
import { textsOf } from './kept-texts'
import type { Locale } from '@/lib/text/locale'

/** Gives client components the language and its texts, from the file that the page names. */
export function TextsProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const texts = textsOf(locale)
  return (
    <NextIntlClientProvider
      locale={locale}
      messages={texts instanceof Promise ? use(texts) : texts}
      timeZone="UTC"
    >
      {children}
    </NextIntlClientProvider>
  )
}

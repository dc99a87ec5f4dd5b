'use client'

import { NextIntlClientProvider } from 'next-intl'
import { type ReactNode, use } from 'react'
import { textsOf } from './kept-texts'
import type { Locale } from '@/lib/text/locale'

/** Gives client components the language and its texts, from the file that the page names. */
export function TextsProvider({
  locale,
  address,
  children,
}: {
  locale: Locale
  /** of the file of its texts */
  address: string
  children: ReactNode
}) {
  return (
    <NextIntlClientProvider locale={locale} messages={use(textsOf(locale, address))} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  )
}

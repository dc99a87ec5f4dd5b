'use client'

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ReactNode, use, useMemo } from 'react'
import { type Texts, textsOf } from './kept-texts'
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

/** Gives what is within it further texts, which came with the page. */
export function MoreTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  const locale = useLocale()
  const shared = useMessages()
  const all = useMemo(() => ({ ...shared, ...texts }), [shared, texts])
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  )
}

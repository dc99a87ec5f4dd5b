'use client'

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ReactNode, use, useMemo } from 'react'
import { type Texts, textsOf } from '@/components/i18n/kept-texts'
import { HasCommandKey } from '@/components/keys/kbd'
import { ToastProvider } from '@/components/ui/toast'
import type { Locale } from '@/lib/text/locale'

export interface ProvidersProps {
  locale: Locale
  /** address of the file of its texts */
  texts: string
  hasCommandKey: boolean
  children: ReactNode
}

/** The providers around every page. */
export function Providers({ locale, texts, hasCommandKey, children }: ProvidersProps) {
  return (
    <NextIntlClientProvider locale={locale} messages={use(textsOf(locale, texts))} timeZone="UTC">
      <HasCommandKey value={hasCommandKey}>
        <ToastProvider>{children}</ToastProvider>
      </HasCommandKey>
    </NextIntlClientProvider>
  )
}

/** Gives what is within it further texts, which came with the page. */
export function MoreTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  const shared = useMessages()
  const all = useMemo(() => ({ ...shared, ...texts }), [shared, texts])
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  )
}

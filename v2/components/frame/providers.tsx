'use client'

import type { ReactNode } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'
import { TextsProvider } from '@/components/i18n/provider'
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
    <TextsProvider locale={locale} address={texts}>
      <HasCommandKey value={hasCommandKey}>
        <HotkeysProvider>
          <ToastProvider>{children}</ToastProvider>
        </HotkeysProvider>
      </HasCommandKey>
    </TextsProvider>
  )
}

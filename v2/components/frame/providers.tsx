'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
  const [client] = useState(
    // News keep data fresh, not its age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return (
    <TextsProvider locale={locale} address={texts}>
      <QueryClientProvider client={client}>
        <HasCommandKey value={hasCommandKey}>
          <HotkeysProvider>
            <ToastProvider>{children}</ToastProvider>
          </HotkeysProvider>
        </HasCommandKey>
      </QueryClientProvider>
    </TextsProvider>
  )
}

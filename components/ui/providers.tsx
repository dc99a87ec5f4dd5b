'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { TextsProvider } from '@/components/i18n/texts-provider'
import type { Locale } from '@/lib/text/locale'
import { ToastProvider } from './toast'

export interface ProvidersProps {
  locale: Locale
  children: ReactNode
}

/** The providers around every page of the dashboard. */
export function Providers({ locale, children }: ProvidersProps) {
  const [client] = useState(
    // The event stream keeps data fresh, not its age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return (
    <TextsProvider locale={locale}>
      <QueryClientProvider client={client}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    </TextsProvider>
  )
}

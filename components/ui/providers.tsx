'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FrameTexts } from '@/components/i18n/frame-texts'
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
    <FrameTexts locale={locale}>
      <QueryClientProvider client={client}>
        <ToastProvider>{children}</ToastProvider>
      </QueryClientProvider>
    </FrameTexts>
  )
}

'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { FrameTexts } from '@/components/i18n/frame-texts'
import type { Locale } from '@/lib/text/locale'
import { HasCommandKey } from './kbd'
import { ToastProvider } from './toast'

export interface ProvidersProps {
  locale: Locale
  hasCommandKey: boolean
  children: ReactNode
}

/** The providers around every page of the dashboard. */
export function Providers({ locale, hasCommandKey, children }: ProvidersProps) {
  const [client] = useState(
    // The event stream keeps data fresh, not its age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return (
    <FrameTexts locale={locale}>
      <QueryClientProvider client={client}>
        <HasCommandKey value={hasCommandKey}>
          <ToastProvider>{children}</ToastProvider>
        </HasCommandKey>
      </QueryClientProvider>
    </FrameTexts>
  )
}

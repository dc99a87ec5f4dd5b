'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Messages } from '@/components/i18n/messages'
import type { Locale } from '@/lib/text/locale'

export interface ProvidersProps {
  locale: Locale
  messages: Messages
  children: ReactNode
}

/** The providers around every page of the dashboard. */
export function Providers({ locale, messages, children }: ProvidersProps) {
  const [client] = useState(
    // The event stream keeps data fresh, not its age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return (
    // Absolute times are formatted in UTC on both sides, so that hydration matches.
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
}

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

/** What every page of the dashboard stands in. */
export function Providers({ locale, messages, children }: ProvidersProps) {
  const [client] = useState(
    // What is shown is kept fresh by the event stream, not by age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return (
    // Absolute times are written in UTC on both sides, so that the first paint is what the browser makes of it.
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </IntlProvider>
  )
}

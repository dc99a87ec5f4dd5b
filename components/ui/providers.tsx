'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

/** What every page of the dashboard stands in. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    // What is shown is kept fresh by the event stream, not by age.
    () => new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

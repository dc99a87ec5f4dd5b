'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

// News keep data fresh, not its age.
const made = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: 1 } } })

/** The window's, for as long as it is open. */
let kept: QueryClient | undefined

/** The cache of answers, around what asks: pages that ask nothing load none. */
export function Cache({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? made() : (kept ??= made())))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

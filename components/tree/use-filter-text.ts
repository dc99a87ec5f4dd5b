'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useState } from 'react'

/** The tree's filter, kept in the address without a request to the server. */
export function useFilterText(): [string, (text: string) => void] {
  const params = useSearchParams()
  const [text, setText] = useState(params.get('filter') ?? '')
  const change = useCallback((next: string) => {
    setText(next)
    const address = new URL(window.location.href)
    if (next === '') address.searchParams.delete('filter')
    else address.searchParams.set('filter', next)
    window.history.replaceState(null, '', address)
  }, [])
  return [text, change]
}

'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useState } from 'react'

/** The text that the tree is filtered by, kept in the address without asking the server again. */
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

'use client'

import { useEffect, useEffectEvent } from 'react'

/** Opens something when its page is come to by this hash, which is used up by that. */
export function useOpenedByHash(hash: string, open: () => void): void {
  const opened = useEffectEvent(open)
  useEffect(() => {
    if (location.hash !== hash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    opened()
  }, [hash])
}

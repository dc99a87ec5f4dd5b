'use client'

import { useEffect, useEffectEvent } from 'react'

/** A command for the open memory that another part of the page sends to the tree. */
export type TreeRequest = 'rename' | 'move' | 'remove'

const ASK = 'palimpsest:tree'

/** Asks the tree of this page. */
export function askTree(request: TreeRequest): void {
  window.dispatchEvent(new CustomEvent<TreeRequest>(ASK, { detail: request }))
}

/** Carries out the requests to the tree. */
export function useTreeRequests(act: (request: TreeRequest) => void): void {
  const onAsked = useEffectEvent(act)
  useEffect(() => {
    const listener = (event: Event) => {
      if (event instanceof CustomEvent && isRequest(event.detail)) onAsked(event.detail)
    }
    window.addEventListener(ASK, listener)
    return () => window.removeEventListener(ASK, listener)
  }, [])
}

function isRequest(detail: unknown): detail is TreeRequest {
  return detail === 'rename' || detail === 'move' || detail === 'remove'
}

'use client'

import { useEffect, useEffectEvent } from 'react'

/** What another part of the page may ask of the tree, about the memory that is open. */
export type TreeAsk = 'rename' | 'move' | 'remove'

const ASKED = 'palimpsest:tree'

/** Asks the tree: it has the fields, and shows at once what it does. */
export function askTree(ask: TreeAsk): void {
  window.dispatchEvent(new CustomEvent<TreeAsk>(ASKED, { detail: ask }))
}

/** Hears what the tree is asked. */
export function useTreeAsked(onAsk: (ask: TreeAsk) => void): void {
  const asked = useEffectEvent(onAsk)
  useEffect(() => {
    const listener = (event: Event) => asked((event as CustomEvent<TreeAsk>).detail)
    window.addEventListener(ASKED, listener)
    return () => window.removeEventListener(ASKED, listener)
  }, [])
}

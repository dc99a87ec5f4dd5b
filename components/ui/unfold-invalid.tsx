'use client'

import { useEffect } from 'react'

/**
 * Unfolds what holds an invalid field of the form that is sent. The browser cannot show what is wrong
 * with a field that it cannot focus: it would do nothing, and say nothing.
 */
export function UnfoldInvalid() {
  useEffect(() => {
    const unfold = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      for (
        let folded = target.closest('details');
        folded;
        folded = folded.parentElement?.closest('details') ?? null
      ) {
        folded.open = true
      }
    }
    // The event does not bubble.
    document.addEventListener('invalid', unfold, { capture: true })
    return () => document.removeEventListener('invalid', unfold, { capture: true })
  }, [])
  return null
}

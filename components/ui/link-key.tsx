'use client'

import { useRouter } from 'next/navigation'
import { useLetterKey } from './use-letter-key'

/**
 * A key that leads where a link of the page leads; the page stays where it is scrolled to. In a plot,
 * which its own keys walk, it does nothing.
 */
export function LinkKey({ stroke, href }: { stroke: string; href: string }) {
  const router = useRouter()
  useLetterKey(stroke, () => {
    if (document.activeElement?.closest('[role="application"]')) return
    router.push(href, { scroll: false })
  })
  return null
}

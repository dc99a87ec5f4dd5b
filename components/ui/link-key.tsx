'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { isNothingFocused } from './is-nothing-focused'
import { isPageKey } from './page-key'
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

/** Enter leads where the page's primary link leads, as long as nothing has the focus. */
export function EnterKey({ href }: { href: string }) {
  const router = useRouter()
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && isNothingFocused() && isPageKey(event)) router.push(href)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [href, router])
  return null
}

'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'next-intl'

/** A page that loads faster than this needs no indicator. */
const DELAY_MS = 200

/** A page that has not loaded by then won't: the indicator would be a lie. */
const MAX_MS = 20_000

/**
 * Shows that a page is loading, once it takes long enough to be noticed. Replaces `loading` files:
 * those would keep the rendered page out of the first response, and its status.
 */
export function Progress() {
  const t = useTranslations('Common')
  const address = `${usePathname()}?${useSearchParams().toString()}`
  const [from, setFrom] = useState<string | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = (event: MouseEvent) => {
      if (!leadsAway(event)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        setFrom(address)
        timer = setTimeout(() => setFrom(null), MAX_MS)
      }, DELAY_MS)
    }
    // Before the link itself handles the click.
    document.addEventListener('click', listener, { capture: true })
    return () => {
      clearTimeout(timer)
      // Who comes back to where a slow page was opened waits for nothing.
      setFrom(null)
      document.removeEventListener('click', listener, { capture: true })
    }
  }, [address])
  if (from !== address) return null
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed animate-pulse inset-x-0 top-0 z-50 h-0.5 bg-accent"
    />
  )
}

/** Returns whether a click opens another page in this window. */
function leadsAway(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return false
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.download || link.target) return false
  if (link.origin !== location.origin) return false
  return link.pathname !== location.pathname || link.search !== location.search
}

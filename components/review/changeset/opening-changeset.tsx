'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageHead } from '@/components/frame/page'
import { SkeletonRows } from '@/components/ui/skeleton'

/** A page that opens faster than this needs nothing in its place. */
const DELAY_MS = 200

/** A page that has not opened by then won't: its head would be a lie. */
const MAX_MS = 20_000

/**
 * The head of a changeset that is being opened from the inbox, with rows for what is on its way, once
 * that takes long enough to be noticed. A boundary around the page itself would hold a quick page back:
 * what was replaced is shown for 300 ms at least.
 */
export function OpeningChangeset() {
  const t = useTranslations('Review')
  const app = useTranslations('App')
  const pathname = usePathname()
  const [opening, setOpening] = useState<{ from: string; title: string } | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const listener = (event: MouseEvent) => {
      const title = titleOfOpened(event)
      if (title === null) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        setOpening({ from: pathname, title })
        timer = setTimeout(() => setOpening(null), MAX_MS)
      }, DELAY_MS)
    }
    // Before the link itself handles the click.
    document.addEventListener('click', listener, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', listener, { capture: true })
    }
  }, [pathname])
  const isOpening = opening?.from === pathname
  useEffect(() => {
    // The link that had the focus is hidden now.
    if (isOpening) document.getElementById('main')?.focus({ preventScroll: true })
  }, [isOpening])
  if (!isOpening) return null
  return (
    <div className="sheet" data-page="working" data-opening aria-busy>
      <PageHead
        crumbs={[{ href: '/review', label: t('title') }]}
        title={opening.title}
        // As high as the head that comes: on a phone its figures have a line.
        meta={
          <span aria-hidden className="invisible">
            …
          </span>
        }
      />
      <div className="review-panes">
        <div className="review-list" />
        <div className="review-stream">
          <SkeletonRows count={8} label={app('loading')} />
        </div>
      </div>
    </div>
  )
}

/** The title of the changeset that a click opens in this window; null: it opens none that is listed. */
function titleOfOpened(event: MouseEvent): string | null {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const href = link?.getAttribute('href') ?? ''
  if (!/^\/review\/chgset_\w+$/.test(href)) return null
  return document.querySelector(`[data-inbox-row][href="${href}"]`)?.textContent ?? null
}

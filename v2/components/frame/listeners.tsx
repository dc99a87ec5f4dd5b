'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

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

/**
 * Moves the focus to the nearest focusable ancestor that remains, or else to the content, if the
 * focused element disappears and nothing else takes the focus. From the page's body the keyboard
 * would start at the top again, and a screen reader would say nothing.
 */
export function FocusNet() {
  useEffect(() => {
    let around: HTMLElement[] = []
    const remember = (target: EventTarget | null) => {
      around = []
      if (!(target instanceof HTMLElement) || target === document.body) return
      for (let each: HTMLElement | null = target; each; each = each.parentElement) around.push(each)
    }
    // It may have been focused before hydration.
    remember(document.activeElement)
    const onFocus = ({ target }: FocusEvent) => remember(target)
    // Clicking something not focusable drops the focus on purpose.
    const onBlur = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        // It is also blurred just before its removal.
        if (target instanceof HTMLElement && target.isConnected && around[0] === target) around = []
      })
    }
    const observer = new MutationObserver(() => {
      if (around.length === 0 || document.activeElement !== document.body) return
      if (around[0]?.isConnected) return
      const left = around.filter((each) => each.isConnected)
      around = []
      const next = left.find((each) => each.hasAttribute('tabindex') && !isHidden(each))
      ;(next ?? document.getElementById('main'))?.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
  return null
}

function isHidden(element: HTMLElement): boolean {
  return element.closest('[inert], [aria-hidden="true"], [hidden]') !== null
}

/**
 * Says on the document's element that scripts have taken over what the server rendered
 * (`data-ready`): from then on every control does what it says. It stands last in the frame, so
 * that its effect runs after those of the page. Files dropped where nothing takes them are refused
 * from then on: the browser would leave the page and open them. What holds an invalid field unfolds,
 * since the browser could not show what is wrong.
 */
export function PageReady() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    window.addEventListener('dragover', refuseFiles)
    window.addEventListener('drop', refuseFiles)
    document.addEventListener('invalid', unfold, { capture: true })
    return () => {
      window.removeEventListener('dragover', refuseFiles)
      window.removeEventListener('drop', refuseFiles)
      document.removeEventListener('invalid', unfold, { capture: true })
    }
  }, [])
  return null
}

function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  // A file input takes them itself.
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

function unfold({ target }: Event): void {
  if (!(target instanceof Element)) return
  let folded = target.closest('details')
  while (folded) {
    folded.open = true
    folded = folded.parentElement?.closest('details') ?? null
  }
}

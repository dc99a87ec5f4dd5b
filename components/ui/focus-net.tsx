'use client'

import { useEffect } from 'react'

/**
 * Where what had the focus goes away, and nothing else takes the focus, it does not fall to the
 * page's body, from where a keyboard begins at the top again and a screen reader says nothing: it
 * goes to the nearest thing around that is still there and can have it, at last to the content.
 */
export function FocusNet() {
  useEffect(() => {
    let around: HTMLElement[] = []
    const remember = (target: EventTarget | null) => {
      around = []
      if (!(target instanceof HTMLElement) || target === document.body) return
      for (let each: HTMLElement | null = target; each; each = each.parentElement) around.push(each)
    }
    // It may have been focused before this script was there.
    remember(document.activeElement)
    const onFocus = ({ target }: FocusEvent) => remember(target)
    // Who clicks on what takes no focus has let go of it.
    const onBlur = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        // It is blurred, too, just before it goes away.
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

'use client'

import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Kbd } from './kbd'
import { isInForm, isTextInput } from './page-key'
import { useBoundKeys } from './use-key'

const MOST = 4

/** Letters that decide, the first one last: they stand before all others. */
const DECIDING = ['e', 'r', 'a']

const rankOf = ({ stroke }: { stroke: string }) => DECIDING.indexOf(stroke)

/**
 * At most four of the keys that do something on the page as it is now, along its foot; `?` lists all.
 * While somebody writes, only those that act then. Not shown where there is no keyboard.
 */
export function KeyBar() {
  const t = useTranslations('Keys')
  const isWriting = useSyncExternalStore(onFocus, isFieldFocused, () => false)
  const shown = useBoundKeys()
    .filter(({ isInBar, inForms }) => isInBar && (!isWriting || inForms))
    .toSorted((one, other) => rankOf(other) - rankOf(one))
    .slice(0, MOST)
  return (
    <footer
      aria-label={t('ofPage')}
      // On a page that the window scrolls it stays in sight, above a strip of desk, unless an act bar does.
      className="key-bar bottom-2 mt-auto flex h-8 shrink-0 items-center gap-4 overflow-hidden rounded-b-sheet border-t border-line bg-sheet px-4 text-[11.5px] whitespace-nowrap text-ink-3 max-md:hidden pointer-coarse:hidden md:in-data-[page=index]:sticky md:in-data-[page=index]:z-16 md:in-data-[page=index]:shadow-[0_1px_var(--line),0_9px_var(--desk)] [.act-bar+&]:relative [.act-bar+&]:bottom-0 [.act-bar+&]:mt-0 [@media(height<30rem)]:hidden"
    >
      {shown.map(({ stroke, label }) => (
        <span key={stroke} className="flex shrink-0 items-center gap-1">
          <Kbd stroke={stroke} isRead />
          <span className="ml-0.5">{label}</span>
        </span>
      ))}
      {isWriting ? null : (
        <span className="ml-auto flex shrink-0 items-center gap-1.5">
          <Kbd stroke="?" isRead />
          {t('all')}
        </span>
      )}
    </footer>
  )
}

function onFocus(onChange: () => void): () => void {
  const ended = new AbortController()
  for (const type of ['focusin', 'focusout'])
    document.addEventListener(type, onChange, { signal: ended.signal })
  return () => ended.abort()
}

function isFieldFocused(): boolean {
  const { activeElement } = document
  // What is open above the page leaves its keys as they are.
  if (activeElement?.closest('[role="dialog"]')) return false
  return isInForm(activeElement) || isTextInput(activeElement)
}

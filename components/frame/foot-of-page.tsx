'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { isTextInput } from '@/components/ui/is-text-input'
import { isInForm } from '@/components/ui/page-key'

/**
 * The frame of a `KeyBar`. It knows where the focus is, so that only keys are shown that act there
 * (`data-acts`): letters are typed in a field, and a form has keys of its own.
 */
export function FootOfPage({ label, children }: { label: string; children: ReactNode }) {
  const focused = useSyncExternalStore(subscribe, whatHasFocus, () => undefined)
  return (
    <footer
      aria-label={label}
      data-focus={focused}
      className="key-bar flex h-8 shrink-0 items-center gap-4 overflow-hidden rounded-b-sheet border-t border-line bg-sheet px-4 text-[11.5px] whitespace-nowrap text-ink-3"
    >
      {children}
    </footer>
  )
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('focusin', onChange)
  document.addEventListener('focusout', onChange)
  return () => {
    document.removeEventListener('focusin', onChange)
    document.removeEventListener('focusout', onChange)
  }
}

function whatHasFocus(): 'form' | 'field' | undefined {
  const { activeElement } = document
  if (isInForm(activeElement)) return 'form'
  return isTextInput(activeElement) ? 'field' : undefined
}

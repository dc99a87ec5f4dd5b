import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'

/** An error where it happened, with what to do; hidden characters in quotes are shown. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="rounded-card bg-danger-bg px-3 py-2 text-removed shadow-[inset_0_0_0_1px_var(--danger-line)]"
    >
      {typeof children === 'string' ? <VisibleText text={children} /> : children}
    </p>
  )
}

import type { ReactNode } from 'react'
import { VisibleText } from '@/components/content/visible-line'

/** Something that went wrong, where it did, and what to do; in what it quotes nothing hides. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-removed px-3 py-2 text-removed">
      {typeof children === 'string' ? <VisibleText text={children} /> : children}
    </p>
  )
}

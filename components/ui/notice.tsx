import type { ReactNode } from 'react'

/** Something that went wrong, where it did, and what to do. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-removed px-3 py-2 text-removed">
      {children}
    </p>
  )
}

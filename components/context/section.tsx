import { type ReactNode, useId } from 'react'

/** A part of a page about contexts, under its heading. */
export function Section({
  id,
  title,
  children,
}: {
  /** where links lead to it; left out: none do */
  id?: string
  title: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className="scroll-mt-4 space-y-3">
      <h2 id={heading} className="font-medium">
        {title}
      </h2>
      {children}
    </section>
  )
}

import { type ReactNode, useId } from 'react'

/** A part of a page about contexts, under its heading. */
export function Section({
  id,
  title,
  children,
}: {
  /** target for links; omit if none */
  id?: string
  title: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section id={id} aria-labelledby={heading} className="scroll-mt-4 space-y-3">
      <h2 id={heading} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

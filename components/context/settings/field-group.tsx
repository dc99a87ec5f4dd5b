import type { ReactNode } from 'react'

/** A group of fields with its explanation. */
export function FieldGroup({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: ReactNode
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{title}</legend>
      <p className="text-sm text-ink-3">{about}</p>
      {children}
    </fieldset>
  )
}

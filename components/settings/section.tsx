import type { ReactNode } from 'react'

/** A part of a settings page, under a hairline. */
export function SettingsSection({
  title,
  note,
  children,
}: {
  title: string
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="border-t border-line px-5 py-3.5 first:border-t-0 max-md:px-4">
      <header className="flex min-h-7 flex-wrap items-baseline gap-x-2.5">
        <h2 className="font-semibold">{title}</h2>
        {note ? <p className="text-xs text-ink-3">{note}</p> : null}
      </header>
      {children}
    </section>
  )
}

/** One setting: its name, what it is, and what stands beside it. */
export function SettingsRow({
  name,
  about,
  beside,
  children,
}: {
  name: ReactNode
  /** its effect, in a few words */
  about?: ReactNode
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid max-w-5xl grid-cols-[14rem_minmax(0,17rem)_minmax(0,1fr)] items-center gap-x-5 gap-y-1 py-1.5 max-lg:grid-cols-[12rem_minmax(0,1fr)] max-md:grid-cols-1">
      <div className="min-w-0">
        <div>{name}</div>
        {about ? <div className="text-xs text-ink-3">{about}</div> : null}
      </div>
      <div className="min-w-0">{children}</div>
      {beside ? (
        <div className="min-w-0 text-xs text-ink-2 tabular-nums max-lg:col-start-2 max-md:col-start-1">
          {beside}
        </div>
      ) : null}
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A part of the page: what it is called, what holds for all of it, and its rows. */
export function SettingsPart({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="mb-10">
      <header className="flex flex-wrap items-center gap-x-2.5 pb-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {note === undefined ? null : <p className="flex items-center gap-1.5 text-ink-2">{note}</p>}
      </header>
      {children}
    </section>
  )
}

const ROW =
  'grid min-h-10 grid-cols-[minmax(0,5fr)_minmax(0,7fr)_minmax(0,4fr)] items-center gap-x-5 border-t border-line py-2 max-md:grid-cols-1 max-md:gap-y-1'

/** What can be set here. */
export function SettingRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={ROW}>
      <div className="min-w-0">{name}</div>
      <div className="min-w-0 md:col-span-2">{children}</div>
    </div>
  )
}

export interface Fact {
  name: string
  value: ReactNode
  /** what is said of it, or where it is set */
  beside?: ReactNode
}

/** What is as it is, as a table of text. */
export function FactTable({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <table aria-label={label} className="block w-full">
      <tbody className="block">
        {facts.map(({ name, value, beside }) => (
          <tr key={name} className={ROW}>
            <th scope="row" className="min-w-0 text-left font-normal">
              {name}
            </th>
            <td className="min-w-0 font-mono text-xs wrap-anywhere">{value}</td>
            <td className="min-w-0 text-xs wrap-anywhere text-ink-2">{beside}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rows that nobody looks for first. */
export function FoldedFacts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-10 w-fit cursor-pointer list-none items-center gap-2 rounded-mark pr-1.5 font-medium">
        <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
        {label}
      </summary>
      <FactTable label={label} facts={facts} />
    </details>
  )
}

import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Link } from './link'

export interface Tab {
  href: string
  label: ReactNode
  /** number of entries; null: not counted */
  count: ReactNode | null
  isCurrent: boolean
}

/** Different things about one subject, each with an address. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="flex h-10 gap-4 overflow-x-auto border-b border-line px-4">
      {tabs.map(({ href, label: name, count, isCurrent }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx(
            '-mb-px flex items-center gap-1.5 border-b-2 font-medium whitespace-nowrap outline-offset-[-2px]',
            isCurrent ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {name}
          {count === null ? null : <span className="text-ink-3 tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

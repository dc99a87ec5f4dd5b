import type { ComponentProps, ReactNode } from 'react'

/** A changed memory: a summary line, and the content shown once it is opened. */
export function FileFrame({
  summary,
  children,
  ...details
}: ComponentProps<'details'> & { summary: ReactNode }) {
  return (
    <li className="overflow-hidden rounded-control border border-line">
      <details {...details}>
        <summary
          data-file-change
          className="flex cursor-pointer flex-wrap items-baseline gap-x-3 bg-sheet px-3 py-1.5 text-sm"
        >
          {summary}
        </summary>
        {children}
      </details>
    </li>
  )
}

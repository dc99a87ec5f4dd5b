import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface NumbersTableProps {
  /** label of the button that opens it */
  summary: string
  caption: string
  /** the first column names the row, the others hold numbers */
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A plot's numbers as a table, for those who cannot see it or want exact figures. */
export function NumbersTable({ summary, caption, head, rows }: NumbersTableProps) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm text-accent">{summary}</summary>
      <div
        role="group"
        tabIndex={0}
        aria-label={caption}
        className="relative mt-2 max-h-96 overflow-auto border-y border-line"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-sheet">
            <tr className="text-xs text-ink-3">
              {head.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={classNames(
                    'py-1.5 font-medium',
                    index === 0 ? 'text-left' : 'pl-4 text-right',
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [name, ...numbers] }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                  {name}
                </th>
                {numbers.map((number, index) => (
                  <td key={index} className="py-1 pl-4 text-right whitespace-nowrap tabular-nums">
                    {number}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

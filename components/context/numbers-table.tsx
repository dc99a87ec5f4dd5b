import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface NumbersTableProps {
  caption: string
  /** the first column names the row, the others hold numbers */
  head: readonly string[]
  rows: readonly {
    key: string
    cells: readonly ReactNode[]
    /** whether the page shows what it is about */
    isChosen?: boolean
  }[]
}

/** A plot's numbers as a table, for those who cannot see it or want exact figures. */
export function NumbersTable({ caption, head, rows }: NumbersTableProps) {
  return (
    <div role="group" tabIndex={0} aria-label={caption} className="relative overflow-auto">
      <table className="w-full border-collapse tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sheet">
          <tr className="text-xs text-ink-3">
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={classNames(
                  'py-2 font-medium last:pr-4',
                  index === 0 ? 'pl-4 text-left' : 'pl-4 text-right',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers], isChosen = false }) => (
            <tr key={key} className={classNames('border-t border-line', isChosen && 'bg-selected')}>
              <th scope="row" className="py-1 pl-4 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {numbers.map((number, index) => (
                <td
                  key={index}
                  className="py-1 pl-4 text-right whitespace-nowrap text-ink-2 last:pr-4"
                >
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A folded `NumbersTable`. `summary`: the words that unfold it. */
export function FoldedNumbers({ summary, ...table }: NumbersTableProps & { summary: string }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-ink-2 hover:text-ink">{summary}</summary>
      <div className="mt-1 max-h-96 overflow-auto border-y border-line">
        <NumbersTable {...table} />
      </div>
    </details>
  )
}

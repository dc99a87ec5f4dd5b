'use client'

import { useFormatter } from 'use-intl'
import { PatternSwatch, type PlotSeries } from './plot-legend'

export interface PlotTooltipProps<Key extends string> {
  title: string
  series: readonly PlotSeries<Key>[]
  values: Readonly<Record<Key, number>>
  /** the sum of all, in words */
  total: string
  /** anything else to mention; null: nothing */
  note: string | null
}

/** The numbers of one bar, in stacking order from the top. */
export function PlotTooltip<Key extends string>(props: PlotTooltipProps<Key>) {
  const { title, series, values, total, note } = props
  const format = useFormatter()
  return (
    <div className="rounded-control border border-line bg-raised px-3 py-2 text-xs shadow-sm">
      <p className="font-medium">{title}</p>
      <table className="mt-1">
        <tbody>
          {series.toReversed().map(({ key, pattern, label }) => (
            <tr key={key}>
              <td className="pr-1.5">
                <PatternSwatch pattern={pattern} />
              </td>
              <th scope="row" className="pr-4 text-left font-normal">
                {label}
              </th>
              <td className="text-right tabular-nums">{format.number(values[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 tabular-nums">{total}</p>
      {note === null ? null : <p className="text-ink-3">{note}</p>}
    </div>
  )
}

import { Bar } from 'recharts'
import { barLook } from './plot-look'
import type { PlotSeries } from './plot-legend'
import { PlotPattern } from './plot-pattern'

/** The patterns that fill a plot's bars. `id`: of the plot. */
export function PlotPatterns({ id, series }: { id: string; series: readonly PlotSeries[] }) {
  return (
    <defs>
      {series.map(({ key, pattern }) => (
        <PlotPattern key={key} id={`${id}-${key}`} name={pattern} />
      ))}
    </defs>
  )
}

/**
 * Stacked bars, in the order of their series. `count`: number of stacks, `width`: maximum of each,
 * in pixels.
 */
export function stackedBars({
  id,
  series,
  count,
  width,
}: {
  id: string
  series: readonly PlotSeries[]
  count: number
  width: number
}) {
  return series.map(({ key }) => (
    <Bar
      key={key}
      dataKey={key}
      stackId="stack"
      fill={`url(#${id}-${key})`}
      maxBarSize={width}
      isAnimationActive={false}
      {...barLook(count).border}
    />
  ))
}

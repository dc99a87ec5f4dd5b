'use client'

import { useId } from 'react'
import { type PatternName, PlotPattern } from './plot-pattern'

/** The meaning of one kind of area. */
export interface PlotSeries<Key extends string = string> {
  key: Key
  pattern: PatternName
  label: string
}

/** The legend of a plot's patterns, in stacking order from below. */
export function PlotLegend({ series }: { series: readonly PlotSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {series.map(({ key, pattern, label }) => (
        <li key={key} className="flex items-center gap-1.5">
          <PatternSwatch pattern={pattern} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/**
 * A legend beside a plot, from the top of its stacks down, with the numbers of one of them; below
 * the plot if there is no room beside it.
 */
export function StackLegend<Key extends string>({
  series,
  values,
}: {
  series: readonly PlotSeries<Key>[]
  /** in words */
  values: Readonly<Record<Key, string>>
}) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2 lg:flex-col lg:flex-nowrap">
      {series.toReversed().map(({ key, pattern, label }) => (
        <li key={key} className="flex items-center gap-2">
          <PatternSwatch pattern={pattern} />
          <span className="min-w-0 lg:flex-1">{label}</span>
          <span className="text-ink tabular-nums">{values[key]}</span>
        </li>
      ))}
    </ul>
  )
}

export function PatternSwatch({ pattern }: { pattern: PatternName }) {
  const id = useId()
  return (
    <svg aria-hidden width={18} height={12} className="shrink-0">
      <PlotPattern id={id} name={pattern} />
      <rect
        x={0.5}
        y={0.5}
        width={17}
        height={11}
        style={{ fill: `url(#${id})`, stroke: 'var(--control)' }}
      />
    </svg>
  )
}

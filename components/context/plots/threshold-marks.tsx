'use client'

import { useFormatter, useTranslations } from 'use-intl'

export interface PlottedThreshold {
  /** `full`: the whole window */
  name: 'warning' | 'error' | 'compaction' | 'full'
  /** of the model's window */
  percent: number
  tokens: number
}

const DASHES = { warning: '2 4', error: '6 4', compaction: undefined, full: undefined }

const COLOURS = {
  warning: 'var(--caution)',
  error: 'var(--removed)',
  compaction: 'var(--removed)',
  full: 'var(--ink-3)',
}

/** Pixels between the labels of lines that are close together. */
const LINE_HEIGHT = 13

export interface ThresholdMarksProps {
  thresholds: readonly PlottedThreshold[]
  /** at how many pixels from above a number of tokens stands */
  yOf: (tokens: number) => number
}

/** A line at each threshold of a context, with its name at the right. */
export function ThresholdMarks({ thresholds, yOf }: ThresholdMarksProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const share = { style: 'percent', maximumFractionDigits: 1 } as const
  const ordered = thresholds.toSorted((one, other) => other.tokens - one.tokens)
  const labels = apart(ordered.map(({ tokens }) => yOf(tokens) - 4))
  return ordered.map(({ name, percent, tokens }, index) => {
    const y = yOf(tokens)
    return (
      <g key={name}>
        <line x2="100%" y1={y} y2={y} stroke={COLOURS[name]} strokeDasharray={DASHES[name]} />
        <text
          x="100%"
          dx={-5}
          y={labels[index]}
          textAnchor="end"
          fontSize={11}
          fontWeight={500}
          fill={COLOURS[name]}
          // Stays readable where a bar stands behind it.
          paintOrder="stroke"
          stroke="var(--sheet)"
          strokeWidth={3}
        >
          {t(`mark_${name}`, { percent: format.number(percent / 100, share) })}
        </text>
      </g>
    )
  })
}

/** Where labels stand that want these places, from above: each clear of the one before. */
function apart(places: readonly number[]): number[] {
  const labels: number[] = []
  for (const place of places)
    labels.push(Math.max(place, (labels.at(-1) ?? -Infinity) + LINE_HEIGHT))
  return labels
}

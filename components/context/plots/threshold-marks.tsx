'use client'

import { useFormatter, useTranslations } from 'use-intl'

export interface PlottedThreshold {
  name: 'warning' | 'error' | 'compaction'
  /** of the model's window */
  percent: number
  tokens: number
}

const DASHES = { warning: '2 4', error: '6 4', compaction: undefined }

/** The labels are side by side, since the lines may be close together. */
const PLACES = {
  warning: { x: '0%', dx: 5, textAnchor: 'start' },
  error: { x: '50%', dx: 0, textAnchor: 'middle' },
  compaction: { x: '100%', dx: -5, textAnchor: 'end' },
} as const

export interface ThresholdMarksProps {
  thresholds: readonly PlottedThreshold[]
  /** at how many pixels from above a number of tokens stands */
  yOf: (tokens: number) => number
}

const colourOf = (name: PlottedThreshold['name']) =>
  name === 'warning' ? 'var(--caution)' : 'var(--removed)'

/** A line with its name at each threshold of a context. */
export function ThresholdMarks({ thresholds, yOf }: ThresholdMarksProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const share = { style: 'percent', maximumFractionDigits: 1 } as const
  return thresholds.map(({ name, percent, tokens }) => (
    <g key={name}>
      <line
        x2="100%"
        y1={yOf(tokens)}
        y2={yOf(tokens)}
        stroke={colourOf(name)}
        strokeDasharray={DASHES[name]}
      />
      <text
        {...PLACES[name]}
        y={yOf(tokens) - 5}
        fontSize={11}
        fontWeight={500}
        fill={colourOf(name)}
        // Stays readable where a bar stands behind it.
        paintOrder="stroke"
        stroke="var(--sheet)"
        strokeWidth={3}
      >
        {t(`mark_${name}`, { percent: format.number(percent / 100, share) })}
      </text>
    </g>
  ))
}

'use client'

import { type CSSProperties, type ReactNode, useId } from 'react'
import { useFormatter } from 'use-intl'
import type { PlotSeries } from './plot-legend'
import { areJoined, AXIS_WIDTH, PLOT_END } from './plot-look'
import { PlotPattern } from './plot-pattern'
import type { PlotScale } from './plot-scale'
import { usePointed } from './use-pointed'

export interface ColumnStack<Key extends string> {
  /** of the request that it stands for */
  number: number
  values: Readonly<Record<Key, number>>
  /** 1 unless nobody counted its height */
  opacity?: number
}

export interface StackedColumnsProps<Key extends string> {
  label: string
  stacks: readonly ColumnStack<Key>[]
  /** from below */
  series: readonly PlotSeries<Key>[]
  scale: PlotScale
  /** pixels of the columns */
  height: number
  /** pixels above them */
  above: number
  /** whether the numbers of the stacks stand below */
  isNumbered: boolean
  /** the number of the stack that is marked */
  chosen?: number
  /** lines and words over the columns; `yOf` says at how many pixels from above a value stands */
  marks?: (yOf: (value: number) => number) => ReactNode
  /** the note about a stack, the first being 0 */
  about: (index: number) => ReactNode
  /** takes the number of a stack that was clicked or chosen by Enter */
  onChoose?: (number: number) => void
}

const NUMBERS_HEIGHT = 30

/** Limit on the numbers below the columns: more would touch each other on a phone. */
const NUMBERS_SHOWN = 10

/** Pixels. */
const WIDEST_BAR = 56

/**
 * Columns of stacked values over numbered places. Their places are shares of the width, so that the
 * server draws them without knowing it.
 */
export function StackedColumns<Key extends string>(props: StackedColumnsProps<Key>) {
  const { label, stacks, scale, height, above, isNumbered, about, onChoose } = props
  const { index, pointing, keys } = usePointed(stacks.length, 'x')
  const choose = () => {
    const stack = index === null ? undefined : stacks[index]
    if (stack) onChoose?.(stack.number)
  }
  return (
    <div
      role="application"
      tabIndex={0}
      aria-label={label}
      className="relative"
      {...keys}
      onKeyDown={(event) => {
        if (event.key === 'Enter') choose()
        keys.onKeyDown(event)
      }}
      style={{
        height: above + height + (isNumbered ? NUMBERS_HEIGHT : 4),
        padding: `${above}px ${PLOT_END}px 0 ${AXIS_WIDTH}px`,
      }}
    >
      <div
        className={onChoose ? 'relative cursor-pointer' : 'relative'}
        style={{ height }}
        {...pointing}
        onClick={choose}
      >
        <Drawing {...props} pointed={index} />
        {index === null ? null : (
          <PlotNote share={(index + 0.5) / stacks.length}>{about(index)}</PlotNote>
        )}
      </div>
      <Values scale={scale} height={height} above={above} />
    </div>
  )
}

function Drawing<Key extends string>(props: StackedColumnsProps<Key> & { pointed: number | null }) {
  const { stacks, series, scale, height, isNumbered, chosen, marks, pointed } = props
  const id = useId()
  const yOf = (value: number) => height * (1 - value / scale.end)
  const joined = areJoined(stacks.length)
  const marked = stacks.findIndex(({ number }) => number === chosen)
  const apart = Math.ceil(stacks.length / NUMBERS_SHOWN)
  const look = { '--bar': joined ? '100%' : `min(82%, ${WIDEST_BAR}px)` } as CSSProperties
  return (
    <svg
      aria-hidden
      width="100%"
      height={height}
      className={joined ? 'plot' : 'plot plot-apart'}
      style={look}
    >
      <defs>
        {series.map(({ key, pattern }) => (
          <PlotPattern key={key} id={`${id}-${key}`} name={pattern} />
        ))}
      </defs>
      {scale.ticks.map((tick) => (
        <line key={tick} x2="100%" y1={yOf(tick)} y2={yOf(tick)} stroke="var(--line)" />
      ))}
      {pointed === null ? null : <Band at={pointed} of={stacks.length} fill="var(--hover)" />}
      {marked < 0 ? null : (
        <Band at={marked} of={stacks.length} fill="var(--accent-bg)" stroke="var(--accent)" />
      )}
      {stacks.map(({ number, values, opacity = 1 }, at) => (
        <svg
          key={number}
          x={shareOf(at, stacks.length)}
          width={shareOf(1, stacks.length)}
          opacity={opacity === 1 ? undefined : opacity}
        >
          <Stack values={values} series={series} yOf={yOf} patterns={id} />
        </svg>
      ))}
      {marks?.(yOf)}
      {isNumbered
        ? stacks.map(({ number }, at) =>
            at % apart === 0 ? (
              <text
                key={number}
                x={shareOf(at + 0.5, stacks.length)}
                y={height + 18}
                className="plot-number"
              >
                {number}
              </text>
            ) : null,
          )
        : null}
    </svg>
  )
}

const shareOf = (part: number, of: number) => `${((part / of) * 100).toFixed(3)}%`

function Band({ at, of, fill, stroke }: { at: number; of: number; fill: string; stroke?: string }) {
  return (
    <rect x={shareOf(at, of)} width={shareOf(1, of)} height="100%" fill={fill} stroke={stroke} />
  )
}

interface StackProps<Key extends string> {
  values: Readonly<Record<Key, number>>
  series: readonly PlotSeries<Key>[]
  yOf: (value: number) => number
  /** start of the ids of the patterns */
  patterns: string
}

function Stack<Key extends string>({ values, series, yOf, patterns }: StackProps<Key>) {
  let below = 0
  return series.map(({ key }) => {
    const bottom = yOf(below)
    below += values[key]
    const top = yOf(below)
    if (bottom - top < 0.05) return null
    return (
      <rect
        key={key}
        className="plot-bar"
        y={top.toFixed(1)}
        height={(bottom - top).toFixed(1)}
        fill={`url(#${patterns}-${key})`}
      />
    )
  })
}

/** The numbers of the scale, left of the columns. */
function Values({ scale, height, above }: { scale: PlotScale; height: number; above: number }) {
  const format = useFormatter()
  return (
    <ol
      aria-hidden
      className="absolute left-0 text-[11px] text-ink-3 tabular-nums"
      style={{ top: above, width: AXIS_WIDTH - 8 }}
    >
      {scale.ticks.map((tick) => (
        <li
          key={tick}
          className="absolute right-0 -translate-y-1/2 leading-none"
          style={{ top: height * (1 - tick / scale.end) }}
        >
          {format.number(tick, { notation: 'compact' })}
        </li>
      ))}
    </ol>
  )
}

/** A note about the column under the pointer, on the side of it that has room. */
export function PlotNote({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-2 z-10 w-max max-w-[min(20rem,80vw)]"
      style={
        share < 0.5
          ? { left: `calc(${share * 100}% + 12px)` }
          : { right: `calc(${(1 - share) * 100}% + 12px)` }
      }
    >
      {children}
    </div>
  )
}

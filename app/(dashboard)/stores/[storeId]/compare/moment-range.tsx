'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useOptimistic, useRef, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { plainName } from '@/lib/text/plain-text'
import type { StoreMoment } from '@/lib/store/time/store-moment'

export interface RangeEnd {
  moment: StoreMoment
  /** as the address has it */
  text: string
}

export interface MomentRangeProps {
  from: RangeEnd
  to: RangeEnd
  /** the page's address without its moments */
  address: string
  /** the part of the address after the moments */
  rest: string
  /** heights of bars from 0 to 1, each for the same number of changes; empty: unknown */
  bars: readonly number[]
  /**
   * beginnings of months, as a share of the bar; `isClose`: too close to another for a narrow bar
   */
  months: readonly { at: number; name: string; isClose: boolean }[]
  named: readonly { sequence: number; name: string }[]
}

type End = 'from' | 'to'

/** Delay after a movement before the page follows. */
const DEBOUNCE_MS = 160

/** Names of moments closer than this share of the bar would overlap. */
const NAME_ROOM = 0.12

const LETTERS = { from: 'A', to: 'B' } as const

/**
 * A store's changes from the first to the last, each as wide as every other, with a handle for each
 * end of a comparison. A click moves the nearer one.
 */
export function MomentRange(props: MomentRangeProps) {
  const { from, to, address, rest, bars, months, named } = props
  const { last } = to.moment
  const t = useTranslations('Changes')
  const format = useFormatter()
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const [going, setGoing] = useOptimistic<Partial<Record<End, number>>>({})
  const [dragged, setDragged] = useState<Partial<Record<End, number>>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ends = { from, to }
  const at = (end: End) => dragged[end] ?? going[end] ?? ends[end].moment.sequence
  const go = (end: End, sequence: number) => {
    const texts = { from: from.text, to: to.text }
    texts[end] = sequence >= last ? 'now' : String(sequence)
    startTransition(() => {
      setGoing((now) => ({ ...now, [end]: sequence }))
      router.replace(`${address}?from=${texts.from}&to=${texts.to}${rest}`, { scroll: false })
    })
  }
  const drag = (end: End, sequence: number) => {
    setDragged({ [end]: sequence })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setDragged({})
      go(end, sequence)
    }, DEBOUNCE_MS)
  }
  /** Moves an end by one moment, which may have several changes. */
  const step = (end: End, by: 1 | -1) => {
    const { moment } = ends[end]
    const known = by > 0 ? moment.next : moment.previous
    const target = at(end) === moment.sequence ? known : at(end) + by
    if (target !== null) drag(end, Math.min(Math.max(target, 0), last))
  }
  const percent = (sequence: number) => `${last === 0 ? 100 : (sequence / last) * 100}%`
  const [first = 0, second = 0] = [at('from'), at('to')].sort((one, other) => one - other)
  return (
    <div
      role="group"
      aria-label={t('moments')}
      aria-busy={isPending}
      className="moment-range"
      onClick={({ target, currentTarget, clientX }) => {
        if (target instanceof HTMLInputElement) return
        const { left, width } = currentTarget.getBoundingClientRect()
        const sequence = Math.round((Math.min(Math.max(clientX - left, 0), width) / width) * last)
        const isNearerFrom = Math.abs(sequence - at('from')) < Math.abs(sequence - at('to'))
        go(isNearerFrom ? 'from' : 'to', sequence)
      }}
    >
      <div aria-hidden className="moment-bars">
        {bars.map((height, index) => {
          const middle = ((index + 0.5) / bars.length) * last
          return (
            <i
              key={index}
              data-within={middle > first && middle <= second ? '' : undefined}
              style={{ height: `${height * 100}%` }}
            />
          )
        })}
      </div>
      <div
        aria-hidden
        className="moment-between"
        style={{ left: percent(first), right: `calc(100% - ${percent(second)})` }}
      />
      {months.map(({ at: share, name, isClose }) => (
        <span
          key={share}
          aria-hidden
          data-changes-with-time
          className={isClose ? 'moment-month max-md:hidden' : 'moment-month'}
          style={share > 0.94 ? { right: 0 } : { left: `${share * 100}%` }}
        >
          {name}
        </span>
      ))}
      {apart(named, last)
        .filter(({ sequence }) => !isCovered(sequence, [at('from'), at('to')], last))
        .map(({ sequence, name }) => (
          <span
            key={sequence}
            aria-hidden
            title={plainName(name)}
            className="moment-flag"
            style={isAtEnd(sequence, last) ? { right: 0 } : { left: percent(sequence) }}
          >
            {plainName(name)}
          </span>
        ))}
      {(['from', 'to'] as const).map((end) => (
        <Handle
          key={end}
          end={end}
          value={at(end)}
          last={last}
          label={t(end)}
          text={
            ends[end].moment.at === null || at(end) !== ends[end].moment.sequence
              ? t('changeNumber', { sequence: at(end) })
              : format.dateTime(ends[end].moment.at, { dateStyle: 'medium', timeStyle: 'medium' })
          }
          left={percent(at(end))}
          onMove={(sequence) => drag(end, sequence)}
          onStep={(by) => step(end, by)}
        />
      ))}
    </div>
  )
}

interface HandleProps {
  end: End
  value: number
  last: number
  label: string
  /** the moment, in words */
  text: string
  left: string
  onMove: (sequence: number) => void
  onStep: (by: 1 | -1) => void
}

function Handle({ end, value, last, label, text, left, onMove, onStep }: HandleProps) {
  return (
    <>
      <input
        type="range"
        min={0}
        max={last}
        value={value}
        aria-label={label}
        aria-valuetext={text}
        onChange={({ target }) => onMove(Number(target.value))}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (by !== 1 && by !== -1) return
          event.preventDefault()
          onStep(by)
        }}
      />
      <span aria-hidden className="moment-handle" data-end={end} style={{ left }}>
        <b>{LETTERS[end]}</b>
      </span>
    </>
  )
}

/** The latest of the named moments whose names have room beside each other. */
function apart(named: readonly { sequence: number; name: string }[], last: number) {
  const shown: { sequence: number; name: string }[] = []
  for (const moment of named) {
    const next = shown.at(-1)?.sequence ?? Number.POSITIVE_INFINITY
    if (last > 0 && (next - moment.sequence) / last >= NAME_ROOM) shown.push(moment)
  }
  return shown
}

/** The name of a late moment ends at the right edge. */
const isAtEnd = (sequence: number, last: number) => sequence / last > 0.88

/** Returns whether a handle would lie on the name of a moment. */
function isCovered(sequence: number, handles: readonly number[], last: number): boolean {
  const start = isAtEnd(sequence, last) ? last * (1 - NAME_ROOM) : sequence
  return handles.some(
    (handle) => handle >= start - last / 100 && handle <= start + last * NAME_ROOM,
  )
}

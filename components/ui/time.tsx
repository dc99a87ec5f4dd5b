'use client'

import { type DateTimeFormatOptions, useFormatter, useTranslations } from 'next-intl'
import { useMemo, useSyncExternalStore } from 'react'
import { followed } from '@/components/live/followed'
import { keptIn } from '@/lib/text/lists'
import { shortAge } from '@/lib/text/short-age'

const SHAPES = {
  date: { dateStyle: 'long', timeStyle: 'short' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { timeStyle: 'short' },
} as const

/** Whether the page is hydrated: before that, it says what the server could know. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

/** By whose clock times are shown: the reader's; in the server's first paint that of UTC. */
export function useTimeZone(): string {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
}

/** The minute by this window's clock; 0: none has begun since it was opened. */
const minute = followed(0)
if (typeof window !== 'undefined') setInterval(() => minute.set(Date.now()), 60_000)

/** When by this window's clock answers of the server came, by when they said that it was: what is shown late is of one, too. */
const arrivals = new Map<number, number>()

function arrivalOf(then: number): number {
  if (arrivals.size > 1_000) arrivals.clear()
  return keptIn(arrivals, then, Date.now)
}

/** What is now, of a page that the server answered at `then`: it may be open for hours. */
export function useNow(then: number): number {
  const came = useMemo(() => arrivalOf(then), [then])
  return then + Math.max(0, minute.useValue() - came)
}

/** Names the day of a time by the reader's clock; in the server's first paint by UTC. `shows`: its parts. */
export function useDays(
  now: Date,
  shows: (isThisYear: boolean) => DateTimeFormatOptions,
): (time: Date) => string {
  const t = useTranslations('History')
  const format = useFormatter()
  const timeZone = useTimeZone()
  const yearOf = (time: Date) => format.dateTime(time, { year: 'numeric', timeZone })
  const dayOf = (time: Date) =>
    format.dateTime(time, { ...shows(yearOf(time) === yearOf(now)), timeZone })
  const today = dayOf(new Date(useNow(now.getTime())))
  return (time) => (dayOf(time) === today ? t('today') : dayOf(time))
}

interface MomentProps {
  time: Date | number
  shows?: keyof typeof SHAPES
}

/** A time by the reader's clock; in the server's first paint by UTC. */
export function Moment({ time, shows = 'date' }: MomentProps) {
  const format = useFormatter()
  const timeZone = useTimeZone()
  const date = new Date(time)
  return (
    // A browser may word a time otherwise than the server does, as in Korean.
    <time dateTime={date.toISOString()} className="tabular-nums" suppressHydrationWarning>
      {format.dateTime(date, { ...SHAPES[shows], timeZone })}
    </time>
  )
}

/** The time since something, as `3 d`, with the exact one on hover. `now`: of the server's answer; it goes on. */
export function Ago({ time, now }: { time: Date | number; now: Date | number }) {
  const t = useTranslations('Common')
  const exact = new Date(time).toISOString()
  const age = shortAge(Date.parse(exact), useNow(Number(now)))
  return (
    <time dateTime={exact} title={exact} className="whitespace-nowrap tabular-nums">
      {age === null ? t('now') : t('age', { ...age })}
    </time>
  )
}

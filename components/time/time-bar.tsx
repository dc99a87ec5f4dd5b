'use client'

import { Pause, Play } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { useRouter } from 'next/navigation'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { StoreMoment } from '@/lib/store/store-moment'
import { plainName } from '@/lib/text/plain-text'
import { MomentName } from './moment-name'

export interface TimeBarProps {
  /** the moment shown */
  moment: StoreMoment
  /** the sequence of the last change */
  last: number
  /** the page's address without the moment */
  address: string
  storeId: string
  /** named moments, latest first */
  named: readonly { sequence: number; name: string }[]
  /** actions for a past moment */
  children?: ReactNode
}

/** Delay after a movement before the page follows. */
const REST_MS = 120

/** Changes per second while playing. */
const SPEEDS = [1, 4, 16] as const

/**
 * Moves the store's page through its history: by mouse anywhere, by arrow keys from change to
 * change, or by playing.
 */
export function TimeBar(props: TimeBarProps) {
  const { moment, last, address, storeId, named, children } = props
  const t = useTranslations('Time')
  const marks = useId()
  const format = useFormatter()
  const router = useRouter()
  const [dragged, setDragged] = useState<number | null>(null)
  const [speed, setSpeed] = useState<number | null>(null)
  const [isPending, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Where the page should go: keys may come faster than it follows.
  const wished = useRef(moment.sequence)
  useEffect(() => {
    if (isPending) return
    // A page that arrives in between belongs to an earlier key: sync only once at rest.
    const rest = setTimeout(() => (wished.current = moment.sequence), 3 * REST_MS)
    return () => clearTimeout(rest)
  }, [isPending, moment.sequence])
  useEffect(() => () => clearTimeout(timer.current), [])

  const addressAt = (sequence: number) =>
    sequence >= last ? address : `${address}${address.includes('?') ? '&' : '?'}at=${sequence}`
  const go = (sequence: number) => {
    wished.current = sequence
    startTransition(() => router.replace(addressAt(sequence), { scroll: false }))
  }
  /** Moves by one change: by a whole moment if the page is at one, else by sequence. */
  const step = (by: 1 | -1) => {
    const known = by > 0 ? moment.next : moment.previous
    const to = wished.current === moment.sequence ? known : wished.current + by
    if (to !== null) go(Math.min(Math.max(to, 0), last))
  }
  const isNow = moment.sequence >= last
  const playOn = useEffectEvent(() => {
    if (moment.next === null) return setSpeed(null)
    go(moment.next)
    if (moment.next >= last) setSpeed(null)
  })
  useEffect(() => {
    if (speed === null || isPending) return
    const next = setTimeout(() => playOn(), 1000 / speed)
    return () => clearTimeout(next)
  }, [speed, isPending, moment.sequence])
  const play = () => {
    if (speed !== null) return setSpeed(null)
    setSpeed(SPEEDS[1])
    // At the end, play from the start.
    if (isNow) go(0)
  }
  const shown =
    moment.at === null
      ? t('before')
      : format.dateTime(moment.at, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <section
      aria-label={t('label')}
      aria-busy={isPending}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-sheet px-4 py-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setSpeed(null)
      }}
    >
      <Button look="quiet" size="small" aria-pressed={speed !== null} onClick={play}>
        {speed === null ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        {t(speed === null ? 'play' : 'pause')}
      </Button>
      {speed === null ? null : (
        <label className="text-sm">
          <span className="sr-only">{t('speed')}</span>
          <select
            value={speed}
            onChange={({ target }) => setSpeed(Number(target.value))}
            className="h-7 rounded-control border border-control bg-sheet px-1"
          >
            {SPEEDS.map((each) => (
              <option key={each} value={each}>
                {t('perSecond', { count: each })}
              </option>
            ))}
          </select>
        </label>
      )}
      <Step to={moment.previous} address={addressAt} label={t('earlier')} sign="‹" />
      <input
        type="range"
        min={0}
        max={last}
        value={dragged ?? moment.sequence}
        aria-label={t('slider')}
        list={marks}
        aria-valuetext={isNow ? t('now') : shown}
        className="min-w-40 flex-1 accent-(--accent)"
        onChange={({ target }) => {
          const sequence = Number(target.value)
          setSpeed(null)
          setDragged(sequence)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            setDragged(null)
            go(sequence)
          }, REST_MS)
        }}
        onKeyDown={(event) => {
          const act = {
            ArrowLeft: () => step(-1),
            ArrowDown: () => step(-1),
            ArrowRight: () => step(1),
            ArrowUp: () => step(1),
            Home: () => go(0),
            End: () => go(last),
            ' ': play,
          }[event.key]
          if (!act) return
          event.preventDefault()
          if (event.key !== ' ') setSpeed(null)
          act()
        }}
      />
      <datalist id={marks}>
        {named.map(({ sequence, name }) => (
          <option key={sequence} value={sequence} label={plainName(name)} />
        ))}
      </datalist>
      <Step to={moment.next} address={addressAt} label={t('later')} sign="›" />
      <p
        role="status"
        aria-live={speed === null ? 'polite' : 'off'}
        className="text-sm tabular-nums"
      >
        <span data-changes-with-time={isNow ? undefined : ''}>{isNow ? t('now') : shown}</span>{' '}
        <span className="text-ink-3">{t('change', { sequence: moment.sequence, last })}</span>
      </p>
      <MomentName
        key={moment.sequence}
        storeId={storeId}
        sequence={moment.sequence}
        name={named.find(({ sequence }) => sequence === moment.sequence)?.name ?? null}
      />
      {named.length === 0 ? null : (
        <select
          aria-label={t('named')}
          value=""
          onChange={({ target }) => go(Number(target.value))}
          className="h-7 max-w-40 rounded-control border border-control bg-sheet px-1 text-sm"
        >
          <option value="" disabled>
            {t('named')}
          </option>
          {named.map(({ sequence, name }) => (
            <option key={sequence} value={sequence}>
              {plainName(name)}
            </option>
          ))}
        </select>
      )}
      {isNow ? null : (
        <Link href={address} className="text-sm text-accent hover:underline">
          {t('backToNow')}
        </Link>
      )}
      <Link
        href={`/stores/${storeId}/compare?from=${isNow ? (moment.previous ?? 0) : moment.sequence}&to=${last}`}
        className="text-sm text-accent hover:underline"
      >
        {t(isNow ? 'lastChange' : 'compareNow')}
      </Link>
      {isNow ? null : children}
    </section>
  )
}

function Step({
  to,
  address,
  label,
  sign,
}: {
  to: number | null
  address: (sequence: number) => string
  label: string
  sign: string
}) {
  if (to === null) {
    return (
      <span aria-hidden className="px-2 text-ink-3 opacity-50">
        {sign}
      </span>
    )
  }
  return (
    <Link
      href={address(to)}
      aria-label={label}
      title={label}
      className="rounded-mark px-2 hover:bg-hover"
      replace
      scroll={false}
    >
      {sign}
    </Link>
  )
}

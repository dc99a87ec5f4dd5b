'use client'

import { ChevronLeft, ChevronRight, type LucideIcon, Pause, Play } from 'lucide-react'
import { Link } from '@/components/ui/link'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { isNothingFocused } from '@/components/ui/is-nothing-focused'
import { isPageKey } from '@/components/ui/page-key'
import type { StoreMoment } from '@/lib/store/time/store-moment'
import { onReplay } from './replay'
import { MomentName } from './moment-name'

export interface TimeBarProps {
  /** the moment shown */
  moment: StoreMoment
  /** where it begins: before the first change, or a branch's start */
  from: number
  /** the page's address without the moment */
  address: string
  storeId: string
  /** named moments, latest first */
  named: readonly { sequence: number; name: string }[]
  /** the plot of the changes, behind the slider */
  children: ReactNode
}

// Loaded when the history is first played.
const Select = dynamic(() => import('@/components/ui/select').then((module) => module.Select), {
  ssr: false,
})

/** Delay after a movement before the page follows. */
const DEBOUNCE_MS = 120

/** Changes per second while playing. */
const SPEEDS = [1, 4, 16] as const

interface Moving {
  step: (by: 1 | -1) => void
  go: (sequence: number) => void
  from: number
  last: number
}

/** Keys of the page that move through its history, while nothing has the focus. */
const MOVES: Readonly<Record<string, (moving: Moving) => void>> = {
  ArrowLeft: ({ step }) => step(-1),
  ArrowRight: ({ step }) => step(1),
  Home: ({ go, from }) => go(from),
  End: ({ go, last }) => go(last),
}

/**
 * Moves the store's page through its history: by mouse anywhere, by arrow keys from change to
 * change, also while nothing has the focus, or by playing.
 */
export function TimeBar(props: TimeBarProps) {
  const { moment, from, address, storeId, named, children } = props
  const { last } = moment
  const t = useTranslations('Time')
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
    const rest = setTimeout(() => (wished.current = moment.sequence), 3 * DEBOUNCE_MS)
    return () => clearTimeout(rest)
  }, [isPending, moment.sequence])
  useEffect(() => () => clearTimeout(timer.current), [])

  const momentAddress = (sequence: number) =>
    `${address}${address.includes('?') ? '&' : '?'}at=${sequence}`
  const addressAt = (sequence: number) => (sequence >= last ? address : momentAddress(sequence))
  const go = (sequence: number) => {
    wished.current = sequence
    startTransition(() => router.replace(addressAt(sequence), { scroll: false }))
  }
  /** Moves by one change: by a whole moment if the page is at one, else by sequence. */
  const step = (by: 1 | -1) => {
    const known = by > 0 ? moment.next : moment.previous
    const to = wished.current === moment.sequence ? known : wished.current + by
    if (to !== null) go(Math.min(Math.max(to, from), last))
  }
  const stepByKey = useEffectEvent((event: KeyboardEvent) => {
    const act = MOVES[event.key]
    if (!act || event.shiftKey || !isNothingFocused() || !isPageKey(event)) return
    event.preventDefault()
    setSpeed(null)
    act({ step, go, from, last })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => stepByKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
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
  const replay = useEffectEvent((after: number) => {
    setSpeed(SPEEDS[0])
    // As far as this page knows, it may be the last change.
    startTransition(() => router.replace(momentAddress(after), { scroll: false }))
  })
  useEffect(() => onReplay((after) => replay(after)), [])
  const play = () => {
    if (speed !== null) return setSpeed(null)
    setSpeed(SPEEDS[1])
    // At the end, play from the start.
    if (isNow) go(from)
  }
  // It may have got its name when a redaction after it still made another moment.
  const name = named.find(
    ({ sequence }) =>
      sequence >= moment.sequence && (moment.next === null || sequence < moment.next),
  )
  const shown =
    moment.at === null
      ? t('before')
      : format.dateTime(moment.at, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <section
      aria-label={t('label')}
      aria-busy={isPending}
      className="time-bar flex flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line bg-well px-3 py-1"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || speed === null) return
        event.preventDefault()
        setSpeed(null)
      }}
    >
      <Button
        variant="quiet"
        size="icon"
        aria-pressed={speed !== null}
        aria-label={t(speed === null ? 'play' : 'pause')}
        title={t(speed === null ? 'play' : 'pause')}
        onClick={play}
      >
        {speed === null ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
      </Button>
      {speed === null ? null : (
        <Select
          label={t('speed')}
          isLabelHidden
          value={String(speed)}
          options={SPEEDS.map((each) => ({
            value: String(each),
            label: t('perSecond', { count: each }),
          }))}
          onChoose={(value) => setSpeed(Number(value))}
        />
      )}
      <Step to={moment.previous} address={addressAt} label={t('earlier')} Icon={ChevronLeft} />
      <div className="relative h-11 min-w-32 flex-1 max-md:order-first max-md:basis-full">
        {children}
        <input
          type="range"
          min={from}
          max={last}
          value={dragged ?? moment.sequence}
          aria-label={t('slider')}
          aria-valuetext={isNow ? t('now') : shown}
          className="time-range"
          onChange={({ target }) => {
            const sequence = Number(target.value)
            setSpeed(null)
            setDragged(sequence)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => {
              setDragged(null)
              go(sequence)
            }, DEBOUNCE_MS)
          }}
          onKeyDown={(event) => {
            const act = {
              ArrowLeft: () => step(-1),
              ArrowDown: () => step(-1),
              ArrowRight: () => step(1),
              ArrowUp: () => step(1),
              Home: () => go(from),
              End: () => go(last),
              ' ': play,
            }[event.key]
            if (!act) return
            event.preventDefault()
            if (event.key !== ' ') setSpeed(null)
            act()
          }}
        />
      </div>
      <Step to={moment.next} address={addressAt} label={t('later')} Icon={ChevronRight} />
      <p
        role="status"
        aria-live={speed === null ? 'polite' : 'off'}
        className="flex flex-col text-[11.5px] leading-4 tabular-nums max-md:mr-auto"
      >
        <strong
          className="text-[12.5px] font-semibold"
          data-changes-with-time={isNow ? undefined : ''}
        >
          {isNow ? t('now') : shown}
        </strong>
        <span className="max-w-72 text-ink-3">
          {isNow
            ? t('change', { sequence: moment.sequence })
            : t('changeAfter', { sequence: moment.sequence, ...moment.between })}
        </span>
      </p>
      <MomentName
        key={moment.sequence}
        storeId={storeId}
        sequence={name?.sequence ?? moment.sequence}
        name={name?.name ?? null}
      />
      {isNow && moment.previous !== null ? (
        <Link
          href={`/stores/${storeId}/compare?from=${moment.previous}&to=${last}`}
          className={`${buttonVariants({ variant: 'quiet', size: 'small' })} max-md:hidden`}
        >
          {t('lastChange')}
        </Link>
      ) : null}
    </section>
  )
}

function Step({
  to,
  address,
  label,
  Icon,
}: {
  to: number | null
  address: (sequence: number) => string
  label: string
  Icon: LucideIcon
}) {
  if (to === null) return <span className="w-6" />
  return (
    <Link
      href={address(to)}
      aria-label={label}
      title={label}
      className={buttonVariants({ variant: 'quiet', size: 'small-icon' })}
      replace
      scroll={false}
    >
      <Icon size={15} aria-hidden />
    </Link>
  )
}

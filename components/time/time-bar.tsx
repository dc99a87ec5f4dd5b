'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { StoreMoment } from '@/lib/store/store-moment'

export interface TimeBarProps {
  /** the moment that is looked at */
  moment: StoreMoment
  /** the number of the last change */
  last: number
  /** the address of the page now, without the moment */
  address: string
  /** what can be done with a past moment */
  children?: ReactNode
}

/** How long after a movement the page follows. */
const REST_MS = 120

/** The whole store at any moment: by mouse anywhere, by arrow keys from change to change. */
export function TimeBar({ moment, last, address, children }: TimeBarProps) {
  const t = useTranslations('Time')
  const format = useFormatter()
  const router = useRouter()
  const [dragged, setDragged] = useState<number | null>(null)
  const [isPending, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const addressAt = (sequence: number) =>
    sequence >= last ? address : `${address}${address.includes('?') ? '&' : '?'}at=${sequence}`
  const go = (sequence: number) =>
    startTransition(() => router.replace(addressAt(sequence), { scroll: false }))
  const isNow = moment.sequence >= last
  const shown =
    moment.at === null
      ? t('before')
      : format.dateTime(moment.at, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <section
      aria-label={t('label')}
      aria-busy={isPending}
      className="flex flex-wrap items-center gap-4 border-t border-line bg-surface px-4 py-2"
    >
      <Step to={moment.previous} address={addressAt} label={t('earlier')} sign="‹" />
      <input
        type="range"
        min={0}
        max={last}
        value={dragged ?? moment.sequence}
        aria-label={t('slider')}
        aria-valuetext={isNow ? t('now') : shown}
        className="min-w-40 flex-1 accent-(--accent)"
        onChange={({ target }) => {
          const sequence = Number(target.value)
          setDragged(sequence)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            setDragged(null)
            go(sequence)
          }, REST_MS)
        }}
        onKeyDown={(event) => {
          const to = {
            ArrowLeft: moment.previous,
            ArrowDown: moment.previous,
            ArrowRight: moment.next,
            ArrowUp: moment.next,
            Home: 0,
            End: last,
          }[event.key]
          if (to === undefined) return
          event.preventDefault()
          if (to !== null) go(to)
        }}
      />
      <Step to={moment.next} address={addressAt} label={t('later')} sign="›" />
      <p role="status" className="text-[13px] tabular-nums">
        {isNow ? t('now') : shown}{' '}
        <span className="text-faint">{t('change', { sequence: moment.sequence, last })}</span>
      </p>
      {isNow ? null : (
        <>
          <Link href={address} className="text-[13px] text-accent hover:underline">
            {t('backToNow')}
          </Link>
          {children}
        </>
      )}
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
      <span aria-hidden className="px-2 text-faint opacity-50">
        {sign}
      </span>
    )
  }
  return (
    <Link
      href={address(to)}
      aria-label={label}
      title={label}
      className="rounded-sm px-2 hover:bg-hover"
      replace
      scroll={false}
    >
      {sign}
    </Link>
  )
}

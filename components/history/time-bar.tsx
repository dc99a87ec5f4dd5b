'use client'

import { ChevronLeft, ChevronRight, Flag, type LucideIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { useKey } from '@/components/keys/use-key'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Button, ButtonLink } from '@/components/ui/button'
import { Moment, useTimeZone } from '@/components/ui/time'
import type { NameForm, NameFormProps } from './name-form'
import { momentAddress, Plot, type PlotProps } from './plot'

export interface TimeBarProps extends PlotProps {
  storeId: string
  /** when the last change of the moment was made; null: before the first */
  at: Date | null
  /** the moments beside it; null: there is none */
  previous: number | null
  next: number | null
}

/** How long a movement rests before the page follows; milliseconds. */
const REST_MS = 120

/** Moves the store's page through its history: by pointer anywhere, by arrow keys from change to change. */
export function TimeBar(props: TimeBarProps) {
  const { storeId, at, previous, next, sequence, last, named, address } = props
  const t = useTranslations('Time')
  const format = useFormatter()
  const router = useRouter()
  const [dragged, setDragged] = useState<number | null>(null)
  const [isPending, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Keys may come faster than the page follows.
  const wished = useRef(sequence)
  useEffect(() => {
    if (isPending) return
    const rest = setTimeout(() => (wished.current = sequence), 3 * REST_MS)
    return () => clearTimeout(rest)
  }, [isPending, sequence])
  useEffect(() => () => clearTimeout(timer.current), [])

  const hrefAt = (to: number) => momentAddress(address, to, last)
  const go = (to: number) => {
    wished.current = to
    startTransition(() => router.replace(hrefAt(to), { scroll: false }))
  }
  /** By a whole moment from the one that is shown; keys that come faster go by numbers. */
  const step = (by: 1 | -1) => {
    const to = wished.current === sequence ? (by > 0 ? next : previous) : wished.current + by
    if (to !== null) go(Math.min(Math.max(to, 0), last))
  }
  useKey('arrowleft', t('earlier'), () => step(-1), { when: previous !== null })
  useKey('arrowright', t('later'), () => step(1), { when: next !== null })
  const isNow = sequence >= last
  const timeZone = useTimeZone()
  const shape = { dateStyle: 'medium', timeStyle: 'medium', timeZone } as const
  const said = at === null ? t('before') : format.dateTime(at, shape)
  const name = named.find((moment) => moment.sequence === sequence)?.name ?? null
  return (
    <section
      aria-label={t('label')}
      aria-busy={isPending}
      className="time-bar border-t border-line bg-well px-3 py-1"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-md:gap-x-1.5 max-md:not-has-[form]:flex-nowrap">
        <Step
          href={previous === null ? null : hrefAt(previous)}
          label={t('earlier')}
          Icon={ChevronLeft}
        />
        <div className="relative h-11 min-w-32 flex-1">
          <Plot {...props} sequence={dragged ?? sequence} />
          <input
            type="range"
            min={0}
            max={last}
            value={dragged ?? sequence}
            aria-label={t('slider')}
            aria-valuetext={isNow ? t('now') : said}
            className="time-range max-md:hidden"
            onChange={({ target }) => {
              const to = Number(target.value)
              setDragged(to)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => {
                setDragged(null)
                go(to)
              }, REST_MS)
            }}
          />
        </div>
        <Step href={next === null ? null : hrefAt(next)} label={t('later')} Icon={ChevronRight} />
        <p
          role="status"
          // Now is a later moment with every write, by whomever.
          aria-live={isNow ? 'off' : undefined}
          className="flex min-w-28 flex-col text-[11.5px] leading-4 tabular-nums max-md:min-w-0"
        >
          <strong className="text-[12.5px] font-semibold">
            {isNow ? t('now') : at === null ? t('before') : <Moment time={at} shows="second" />}
          </strong>
          <span className="text-ink-3">
            {t('changeOf', { sequence: dragged ?? sequence, last })}
          </span>
        </p>
        <MomentName key={sequence} storeId={storeId} sequence={sequence} name={name} />
      </div>
      <p className="pb-1 text-xs text-ink-3 md:hidden [@media(height<30rem)]:hidden">
        {t('sliderWide')}
      </p>
    </section>
  )
}

function Step({ href, label, Icon }: { href: string | null; label: string; Icon: LucideIcon }) {
  if (href === null) return <span className="w-6 max-md:hidden" />
  return (
    <ButtonLink href={href} label={label} size="small-icon" replace scroll={false} Icon={Icon} />
  )
}

/** The name of the moment that is shown; pressed, it is given, changed or taken away. */
function MomentName(props: Omit<NameFormProps, 'onClose'>) {
  const { name } = props
  const t = useTranslations('Time')
  // Loaded as the pointer or the focus comes to the button, which stands until it is there.
  const [Form, setForm] = useState<typeof NameForm | null>(null)
  const load = () => import('./name-form')
  const write = () =>
    load().then(
      (module) => setForm(() => module.NameForm),
      // A lost connection is said elsewhere.
      () => undefined,
    )
  const button = useRef<HTMLButtonElement>(null)
  const wasWritten = useRef(false)
  useLayoutEffect(() => {
    if (wasWritten.current && Form === null) button.current?.focus()
    wasWritten.current = Form !== null
  }, [Form])
  if (Form !== null) return <Form {...props} onClose={() => setForm(null)} />
  return (
    <Button
      ref={button}
      variant="quiet"
      size="small"
      className="max-w-60"
      title={t(name === null ? 'nameMoment' : 'rename')}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      onClick={() => void write()}
      Icon={Flag}
    >
      <span className="truncate max-md:sr-only">
        {name === null ? t('nameMoment') : <VisibleLabel text={name} />}
      </span>
    </Button>
  )
}

import { Gauge as GaugeIcon } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { clsx } from 'clsx'
import { patiently } from '@/components/live/fault'
import type { Gauge } from '@/lib/sessions/context'

// Loaded when it is opened: few who read a conversation ask what it weighs.
const ContextDrawer = dynamic(
  () => patiently(() => import('./drawer')).then((it) => it.ContextDrawer),
  { ssr: false },
)

export interface ContextGaugeProps {
  sessionId: string
  gauge: Gauge
  /** number of the session's last event: what is shown is as old */
  sequence: number
  /** whether a summary can be asked for */
  canSummarise: boolean
}

const FILLS = {
  below: 'bg-ink-2',
  warning: 'bg-caution',
  error: 'bg-removed',
  compaction: 'bg-removed',
} as const

export const MARKS = ['warning', 'error', 'compaction'] as const
export const MARK_LOOK = {
  warning: 'bg-ink-3',
  error: 'bg-caution',
  compaction: 'bg-removed',
} as const

/** How full the context is, against its three marks; it opens the drawer. Passing one is read out. */
export function ContextGauge({ gauge, ...session }: ContextGaugeProps) {
  const t = useTranslations('Context')
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const { measured, added, window, level, marks } = gauge
  const share = (measured + added) / window
  const words = t(added > 0 ? 'sizeAbout' : 'size', { tokens: measured + added, window })
  const percent = format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('title')} ${percent}. ${words}`}
        title={words}
        onClick={() => setOpen(true)}
        className="flex h-7 cursor-pointer items-center gap-2 rounded-control px-1.5 text-xs text-ink-2 hover:bg-hover hover:text-ink max-md:h-11"
      >
        <GaugeIcon size={15} strokeWidth={1.75} aria-hidden className="md:hidden" />
        {/* The space is for who speaks what they see. */}
        <span className="max-lg:hidden">{t('title')}</span>{' '}
        <span
          aria-hidden
          className="relative block h-1.5 w-[72px] rounded-full bg-track max-md:hidden"
        >
          <span
            className={clsx('block h-full rounded-full', FILLS[level])}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
          {MARKS.map((mark) => {
            const at = marks[mark]
            return at === null ? null : (
              <span
                key={mark}
                className={clsx('absolute -inset-y-[3px] w-0.5', MARK_LOOK[mark])}
                style={{ left: `${(at / window) * 100}%` }}
              />
            )
          })}
        </span>
        <span className="tabular-nums">{percent}</span>
      </button>
      <span
        role="status"
        className={clsx(
          'text-xs max-lg:sr-only',
          level === 'warning' ? 'text-caution' : 'text-removed',
        )}
      >
        {level === 'below' ? '' : t(`level_${level}`)}
      </span>
      {isOpen ? <ContextDrawer {...session} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import type { ContextGauge as Gauge } from '@/lib/agent/context-gauge'

/**
 * Shows in a short bar how full the context is, with its thresholds; crossing one is announced. The
 * exact size is on hover.
 */
export function ContextGauge({ gauge }: { gauge: Gauge }) {
  const t = useTranslations('Gauge')
  const format = useFormatter()
  const { tokens, window, level, estimated, thresholds } = gauge
  const share = tokens / window
  const words = t(estimated > 0 ? 'sizeGuessed' : 'size', {
    tokens: format.number(tokens),
    window: format.number(window),
    percent: format.number(share, { style: 'percent', maximumFractionDigits: 0 }),
  })
  return (
    <div className="flex items-center gap-2">
      <div
        role="meter"
        aria-label={t('label')}
        aria-valuemin={0}
        aria-valuemax={window}
        aria-valuenow={Math.min(tokens, window)}
        aria-valuetext={words}
        title={estimated > 0 ? `${words}. ${t('guessed')}` : words}
        className="relative h-1.5 w-[104px] rounded-full bg-track max-md:w-12"
      >
        <div
          className={classNames('h-full rounded-full', FILLS[level])}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
        {MARKS.map((name) =>
          thresholds[name] === null ? null : (
            <span
              key={name}
              title={t(`mark_${name}`, { percent: thresholds[name] })}
              style={{ left: `${thresholds[name]}%` }}
              className={classNames('absolute -inset-y-[3px] z-10 w-0.5', MARK_STYLE[name])}
            />
          ),
        )}
      </div>
      <span aria-hidden className="min-w-8 shrink-0 tabular-nums">
        {format.number(share, { style: 'percent', maximumFractionDigits: 0 })}
      </span>
      {level === 'below' ? null : (
        <span
          className={classNames(
            'max-lg:sr-only',
            level === 'warning' ? 'text-caution' : 'font-medium text-removed',
          )}
        >
          {t(`level_${level}`)}
        </span>
      )}
      <Announced gauge={gauge} />
    </div>
  )
}

const MARKS = ['warning', 'error', 'compaction'] as const

const MARK_STYLE = { warning: 'bg-ink-3', error: 'bg-caution', compaction: 'bg-removed' } as const

const FILLS: Record<Gauge['level'], string> = {
  below: 'bg-ink-2',
  warning: 'bg-caution',
  error: 'bg-removed',
  compaction: 'bg-removed',
}

const RANK: Record<Gauge['level'], number> = { below: 0, warning: 1, error: 2, compaction: 3 }

/** Announces once that a threshold was crossed, and the new size once it falls below one. */
function Announced({ gauge: { level, thresholds, tokens, window } }: { gauge: Gauge }) {
  const t = useTranslations('Gauge')
  const format = useFormatter()
  const before = useRef(level)
  const [said, setSaid] = useState('')
  const tell = useEffectEvent(() => {
    const by = RANK[level] - RANK[before.current]
    before.current = level
    if (by === 0) return
    if (by > 0 && level !== 'below') {
      setSaid(t('passed', { percent: thresholds[level] ?? 0, what: t(`level_${level}`) }))
    } else {
      const share = format.number(tokens / window, { style: 'percent', maximumFractionDigits: 0 })
      setSaid(t('fell', { share }))
    }
  })
  useEffect(() => tell(), [level])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}

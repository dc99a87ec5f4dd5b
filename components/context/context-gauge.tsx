'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { classNames } from '@/components/ui/class-names'
import type { ContextGauge as Gauge } from '@/lib/agent/context-gauge'

/** How full the context is, against its thresholds; crossing one is announced. */
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
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div
        role="meter"
        aria-label={t('label')}
        aria-valuemin={0}
        aria-valuemax={window}
        aria-valuenow={Math.min(tokens, window)}
        aria-valuetext={words}
        className="relative h-2 min-w-20 flex-1 rounded-full bg-line"
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
              className="absolute -inset-y-0.5 w-0.5 bg-ink"
            />
          ),
        )}
      </div>
      <span className="shrink-0 tabular-nums" title={estimated > 0 ? t('guessed') : undefined}>
        {words}
      </span>
      {level === 'below' ? null : (
        <span className={level === 'warning' ? 'text-caution' : 'font-medium text-removed'}>
          {t(`level_${level}`)}
        </span>
      )}
      <Announced gauge={gauge} />
    </div>
  )
}

const MARKS = ['warning', 'error', 'compaction'] as const

const FILLS: Record<Gauge['level'], string> = {
  below: 'bg-accent',
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

import { Check, TriangleAlert } from 'lucide-react'
import { formats, texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import type { ContextGauge } from '@/lib/agent/context-gauge'

const TONES = {
  below: 'plain',
  warning: 'caution',
  error: 'removed',
  compaction: 'removed',
} as const

/** States the size of a context in tokens, its share of the window, and what that means. */
export async function GaugeBadge({ gauge }: { gauge: ContextGauge }) {
  const t = await texts()
  const format = await formats()
  const { tokens, window, level } = gauge
  return (
    <>
      <span className="max-md:hidden">
        {t.rich('Context.size', {
          tokens,
          window,
          strong: (words) => <strong className="font-semibold text-ink">{words}</strong>,
        })}
      </span>
      <Badge tone={TONES[level]} Icon={level === 'below' ? Check : TriangleAlert}>
        {format.number(tokens / window, { style: 'percent' })}, {t(`Context.level_${level}`)}
      </Badge>
    </>
  )
}

/** A context's thresholds in words, and how much of its size is estimated. */
export async function GaugeWords({ gauge }: { gauge: ContextGauge }) {
  const t = await texts()
  const { estimated } = gauge
  const { warning, error, compaction } = gauge.thresholdTokens
  return (
    <p className="text-ink-3 tabular-nums">
      {compaction === null
        ? t('Context.marksOnly', { warning: warning ?? 0, error: error ?? 0 })
        : t('Context.marks', { warning, error, compaction })}{' '}
      {estimated > 0 ? t('Context.estimated', { tokens: estimated }) : null}
    </p>
  )
}

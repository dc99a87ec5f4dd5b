import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { ContextGauge } from '@/lib/agent/context-gauge'

const LOOK = {
  below: 'text-ink-3',
  warning: 'text-caution',
  error: 'text-removed',
  compaction: 'text-removed',
}

/** How full a context is, and its thresholds, in words. */
export async function GaugeWords({ gauge }: { gauge: ContextGauge }) {
  const t = await texts()
  const { tokens, estimated, window, level } = gauge
  const { warning, error, compaction } = gauge.thresholdTokens
  return (
    <div className="space-y-0.5 tabular-nums">
      <p>
        {t('Context.size', { tokens, window, share: tokens / window })}{' '}
        <span className={classNames('font-medium', LOOK[level])}>
          {t(`Context.level_${level}`)}.
        </span>
      </p>
      <p className="text-sm text-ink-3">
        {compaction === null
          ? t('Context.marksOnly', { warning: warning ?? 0, error: error ?? 0 })
          : t('Context.marks', { warning, error, compaction })}{' '}
        {estimated > 0 ? t('Context.estimated', { tokens: estimated }) : null}
      </p>
    </div>
  )
}

import { formats, texts } from '@/components/i18n/server-texts'
import type { SpanCount } from '@/lib/review/model/metrics'
import { shownSpan } from './shown-span'

export interface SpanPlotProps {
  label: string
  spans: readonly SpanCount[]
}

/** Plots the count in each span of time as bars with figures. */
export async function SpanPlot({ label, spans }: SpanPlotProps) {
  const t = await texts()
  const format = await formats()
  const most = Math.max(1, ...spans.map(({ count }) => count))
  const longest = spans.findLast(({ upTo }) => upTo !== null)?.upTo ?? 0
  return (
    <ol aria-label={label} className="flex items-end gap-1.5 pt-4">
      {spans.map(({ upTo, count }) => (
        <li key={upTo ?? 'longer'} className="flex min-w-0 flex-1 flex-col items-center gap-1">
          <span className="text-xs text-ink-2 tabular-nums">{format.number(count)}</span>
          <span
            aria-hidden
            className="w-full rounded-t-[2px] bg-ink-3"
            style={{ height: `${Math.max(2, (72 * count) / most)}px` }}
          />
          <span className="text-center text-label whitespace-nowrap text-ink-3">
            <span className="sr-only">
              {upTo === null
                ? t('Digest.longerThan', { span: shownSpan(t, longest) })
                : t('Digest.upTo', { span: shownSpan(t, upTo) })}
            </span>
            <span aria-hidden>
              {upTo === null ? `> ${shownSpan(t, longest)}` : shownSpan(t, upTo)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

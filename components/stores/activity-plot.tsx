import { texts } from '@/components/i18n/server-texts'
import { ageStep } from '@/lib/store/model/age-step'

const BAR = 3
const HEIGHT = 24
const DAY_MS = 86_400_000

/** Changes on each of the last days, as bars; the numbers are in its label. */
export async function ActivityPlot({ days }: { days: readonly number[] }) {
  const t = await texts()
  const most = Math.max(...days, 1)
  const total = days.reduce((sum, count) => sum + count, 0)
  return (
    <svg
      role="img"
      aria-label={t('Stores.plot', { total, days: days.length, most: total === 0 ? 0 : most })}
      width={days.length * BAR}
      height={HEIGHT}
      className="block"
    >
      <line x1={0} y1={HEIGHT - 0.5} x2="100%" y2={HEIGHT - 0.5} stroke="var(--line)" />
      {days.map((count, index) =>
        count === 0 ? null : (
          <rect
            key={index}
            x={index * BAR}
            // A day with few changes stays visible beside one with many.
            y={HEIGHT - barHeight(count, most)}
            width={BAR - 1}
            height={barHeight(count, most)}
            // Today is fresh, a month ago dry.
            fill={`var(--age-${ageStep((index - days.length + 1) * DAY_MS, 0)})`}
          />
        ),
      )}
    </svg>
  )
}

function barHeight(count: number, most: number): number {
  return Math.max(2, Math.round((Math.log1p(count) / Math.log1p(most)) * HEIGHT))
}

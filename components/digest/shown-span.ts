import type { Texts } from '@/components/i18n/texts'

const SECOND_MS = 1_000
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A span of time in its largest unit, as `15 min`; below a minute in seconds. */
export function shownSpan(t: Texts, ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length)
  if (!unit) return t('Digest.seconds', { count: Math.round(ms / SECOND_MS) })
  const [name, length] = unit
  return t('App.age', { unit: name, count: Math.round(ms / length) })
}

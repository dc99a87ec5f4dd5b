import type { Flags } from '@/lib/scan/flag'
import type { ScanRule, ScanSeverity } from '@/lib/scan/rules'
import { isUnreadable, type Text } from '@/lib/store/plan/chains'
import { isPinned, lossOf } from './judge'
import type { Sides } from './left-side'

/** How much a change wants to be looked at. Signals only sort; people decide. */

/** The gravest first; a text that is `unknown` is looked at. */
export const LEVELS = ['danger', 'look', 'unknown', 'plain'] as const
export type Level = (typeof LEVELS)[number]

/** Why: a rule of the scanner, or what became of the memory. */
export type Signal = ScanRule | 'pinned' | 'emptied' | 'collapse' | 'deleted' | 'unknown'

export interface Attention {
  level: Level
  /** the gravest first */
  signals: Signal[]
  /** of what was found; null: nothing was */
  severity: ScanSeverity | null
}

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

/** `flags`: on what the change added, without those that were dismissed. */
export function attentionOf(
  left: Sides['left'],
  head: Text | null,
  { found, isWhole }: Flags,
): Attention {
  const was = isUnreadable(left) ? null : left
  const of = (...severities: string[]): Signal[] =>
    found.filter(({ severity }) => severities.includes(severity)).map(({ rule }) => rule)
  const when = (holds: boolean, signal: Signal): Signal[] => (holds ? [signal] : [])
  const loss = was && head ? lossOf(was.content, head.content) : null
  const danger = [
    ...of('critical'),
    ...when(isPinned([was?.path, head?.path]), 'pinned'),
    ...when(loss === 'emptied', 'emptied'),
  ]
  const unknown = when(!isWhole, 'unknown')
  const look = [
    ...of('high', 'medium'),
    ...when(!head, 'deleted'),
    ...when(loss === 'collapse', 'collapse'),
  ]
  const signals = [...new Set([...danger, ...unknown, ...look, ...of('low')])]
  const level =
    danger.length > 0 ? 'danger' : !isWhole ? 'unknown' : look.length > 0 ? 'look' : 'plain'
  const severity = SEVERITIES.find((each) => of(each).length > 0) ?? null
  return { level, signals, severity }
}

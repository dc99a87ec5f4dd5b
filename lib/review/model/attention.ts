import type { ScanCategory } from '@/lib/scan/rules'

/** How much a changeset or a hunk asks for attention; stored as its position in this list. */
export const LEVELS = ['none', 'low', 'medium', 'high', 'critical'] as const

export type Level = (typeof LEVELS)[number]

/** Why a hunk asks for attention, and how much (review page, Attention). */
export const REASON_LEVELS = {
  emptied: 'critical',
  collapse: 'high',
  lost_20_lines: 'high',
  removes_persons_line: 'high',
  lost_5_lines: 'medium',
  undoes_session: 'medium',
  flip_flop: 'medium',
  contradicting_line: 'medium',
  too_large: 'low',
  first_write: 'low',
} as const satisfies Record<string, Level>

/** A reason of the history, or the category of something that was found in the added lines. */
export type Reason = keyof typeof REASON_LEVELS | ScanCategory

/** Every reason, the gravest first. */
export const REASONS: readonly Reason[] = [
  'secret',
  'hidden',
  'instructions',
  'emptied',
  'collapse',
  'lost_20_lines',
  'removes_persons_line',
  'lost_5_lines',
  'undoes_session',
  'flip_flop',
  'contradicting_line',
  'personal_data',
  'too_large',
  'hygiene',
  'first_write',
]

/** Why a hunk needs no reading (review page, Routine). */
export type Routine = 'spacing' | 'moved' | 'appended'

export function highest(levels: readonly Level[]): Level {
  return LEVELS[Math.max(0, ...levels.map((level) => LEVELS.indexOf(level)))] ?? 'none'
}

/** The level as the database stores it. */
export function rankOf(level: Level): number {
  return LEVELS.indexOf(level)
}

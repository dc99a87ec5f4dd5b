import { SCAN_RULES, type ScanCategory, type ScanRule } from '@/lib/scan/rules'

/** The urgency of a changeset or a hunk; stored as the position in this list. */
export const LEVELS = ['none', 'low', 'medium', 'high', 'critical'] as const

export type Level = (typeof LEVELS)[number]

/** The reasons for which a hunk needs a person, and how urgently (review page, Attention). */
export const REASON_LEVELS = {
  pinned: 'critical',
  emptied: 'critical',
  collapse: 'high',
  lost_20_lines: 'high',
  removes_persons_line: 'high',
  unscanned: 'high',
  read_quarantined: 'high',
  lost_5_lines: 'medium',
  undoes_session: 'medium',
  flip_flop: 'medium',
  contradicting_line: 'medium',
  near_duplicate: 'medium',
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
  'pinned',
  'emptied',
  'collapse',
  'lost_20_lines',
  'removes_persons_line',
  'unscanned',
  'read_quarantined',
  'lost_5_lines',
  'undoes_session',
  'flip_flop',
  'contradicting_line',
  'near_duplicate',
  'personal_data',
  'too_large',
  'hygiene',
  'first_write',
]

/** The reasons for which a hunk needs no reading (review page, Routine). */
export type Routine = 'spacing' | 'moved' | 'appended'

/** The reason that a finding of this rule gives: of its own, or its category. */
export function reasonOf(rule: ScanRule): Reason {
  return rule in REASON_LEVELS ? (rule as keyof typeof REASON_LEVELS) : SCAN_RULES[rule].category
}

/** The reasons that findings of a category give. */
export function reasonsOf(category: ScanCategory): Reason[] {
  const rules = Object.keys(SCAN_RULES) as ScanRule[]
  return [...new Set(rules.filter((rule) => SCAN_RULES[rule].category === category).map(reasonOf))]
}

/** The level that a reason gives by itself; a category's is that of what was found. */
export function levelOf(reason: Reason): Level {
  return reason in REASON_LEVELS ? REASON_LEVELS[reason as keyof typeof REASON_LEVELS] : 'none'
}

export function highest(levels: readonly Level[]): Level {
  return LEVELS[Math.max(0, ...levels.map((level) => LEVELS.indexOf(level)))] ?? 'none'
}

/** Returns whether a level asks a person to look; else it is routine. */
export const needsLook = (level: Level): boolean => rankOf(level) >= rankOf('medium')

/** The level as the database stores it. */
export function rankOf(level: Level): number {
  return LEVELS.indexOf(level)
}

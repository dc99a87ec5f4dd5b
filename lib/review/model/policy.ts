import type { ScanCategory, ScanRule, ScanSeverity } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { DAY_MS } from '@/lib/text/day-ms'

/** The actions of a rule on a write, the strictest last (review page, Policy). */
export const POLICY_ACTIONS = ['land', 'review', 'quarantine', 'hold', 'mask', 'refuse'] as const

export type PolicyAction = (typeof POLICY_ACTIONS)[number]

/** The actions that can hold where no rule matches. */
export const POLICY_DEFAULTS = ['review', 'quarantine', 'hold'] as const

export type PolicyDefault = (typeof POLICY_DEFAULTS)[number]

/**
 * The categories that a rule can match: what a scan finds in the added lines, or a memory that lost
 * much.
 */
export const POLICY_CATEGORIES = [
  'secret',
  'personal_data',
  'instructions',
  'hidden',
  'collapse',
] as const satisfies readonly (ScanCategory | 'collapse')[]

export type PolicyCategory = (typeof POLICY_CATEGORIES)[number]

/** The severities, the lowest first. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const satisfies ScanSeverity[]

/** The writes that a rule applies to: every given condition must hold. */
export interface RuleMatch {
  /** globs (lib/text/path-glob.ts), one of which must match; none: anywhere */
  paths: string[]
  /** none: any */
  operations: ChangeKind[]
  /** ids of keys and sessions, or `model:…` of sessions that people opened; none: any agent */
  agents: string[]
  /** removed lines that stand nowhere else; null: however many */
  minLostLines: number | null
  /** of the memory after the write; null: however many */
  minBytes: number | null
  finding: {
    /** null: any */
    category: PolicyCategory | null
    /** at least; null: any */
    severity: ScanSeverity | null
  } | null
  /**
   * the agent has at least this many accepted decisions, which were seen, in these days and none
   * rejected
   */
  earned: { accepted: number; days: number } | null
}

/** One rule of a policy. */
export interface PolicyRule {
  /** `rule_…`; it stays the same from revision to revision */
  id: string
  action: PolicyAction
  match: RuleMatch
  /** when it ends, milliseconds since 1970; `land` must have one */
  until: number | null
  /** of `land`: the share that is reviewed anyway, 0 to 1 */
  sample: number | null
  /** of `hold`: how long a write waits, milliseconds */
  lapseAfter: number | null
  /** of `hold`: what becomes of it then */
  onLapse: 'deny' | 'quarantine'
  /** of `hold` and `refuse`: what agents are told of it; null: what it is about */
  why: string | null
}

/** A rule that is to be saved; a new one has no id yet. */
export type DraftRule = Omit<PolicyRule, 'id'> & { id: string | null }

/** A policy as a person wants to save it. */
export interface PolicyDraft {
  default: PolicyDefault
  rules: DraftRule[]
}

export interface PolicyRules {
  default: PolicyDefault
  rules: PolicyRule[]
}

/** A store's policy as it holds now. */
export interface Policy extends PolicyRules {
  /** 0: none was ever saved, everything is reviewed */
  revision: number
  savedBy: Actor | null
  /** milliseconds since 1970 */
  savedAt: number | null
  /** why what was saved cannot be read, and *Strict* holds in its place; null: it can */
  unreadable: string | null
}

/** The facts about a write's content, besides its path and its agent. */
export interface WriteFacts {
  /** null: it was not compared with what stood before, so that a collapse is not known either */
  lostLines: number | null
  findings: readonly FactFinding[]
  /** false: not scanned in full, so that there may be findings besides these */
  isScanned: boolean
}

export interface FactFinding {
  category: PolicyCategory
  severity: ScanSeverity
  /** null: of the memory as a whole */
  rule: ScanRule | null
}

export const MAX_RULES = 100
export const MAX_GLOBS = 100
export const MAX_AGENTS = 100
export const LONGEST_GLOB = 256
export const LONGEST_AGENT = 256
export const LONGEST_WHY = 200
export const MAX_LAND_MS = 180 * DAY_MS
/** The time a held write waits where its rule names none. */
export const LAPSE_MS = 72 * 3_600_000
export const MAX_LAPSE_MS = 30 * DAY_MS
export const MAX_EARNED = { accepted: 10_000, days: 365 }
export const MAX_LOST_LINES = 1_000_000
export const MAX_BYTES = 1_000_000_000

/** A rule's match that is about everything. */
export const ANY_WRITE: RuleMatch = {
  paths: [],
  operations: [],
  agents: [],
  minLostLines: null,
  minBytes: null,
  finding: null,
  earned: null,
}

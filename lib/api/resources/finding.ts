import { z } from 'zod'
import { DISPOSITIONS, type Finding, FINDING_STATUSES } from '@/lib/review/model/finding'
import { SCAN_RULES } from '@/lib/scan/rules'
import { DAY_MS } from '@/lib/text/day-ms'
import { pageParams, pathPrefix, timeParam } from '../schemas'
import { id, words } from '../text-schema'
import { actor, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

const CATEGORIES = ['secret', 'personal_data', 'instructions', 'hidden', 'hygiene'] as const
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export const findingCategory = oneOf(CATEGORIES)
export const findingSeverity = oneOf(SEVERITIES)

export const findingAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('finding'),
  memory_store_id: z.string(),
  memory_id: z.string(),
  /** the memory's present path; null: deleted */
  path: z.string().nullable(),
  /** the newest version in which its lines are known to stand */
  memory_version_id: z.string(),
  rule: z.string(),
  category: findingCategory,
  severity: findingSeverity,
  /** of that version's text, from 1, or 0: of the memory's path; the last column is exclusive */
  lines: z.strictObject({
    from: z.int().nonnegative(),
    from_column: z.int().positive(),
    to: z.int().nonnegative(),
    to_column: z.int().positive(),
  }),
  /** the line of the same text that it contradicts */
  other_line: z.int().positive().nullable(),
  /** the memory that its own is nearly the same as */
  other_memory_id: z.string().nullable(),
  status: z.enum(FINDING_STATUSES),
  /** whether its lines stand in the memory as it is now */
  standing: z.boolean(),
  reason: z.string().nullable(),
  decided_by: actor.nullable(),
  decided_at: time.nullable(),
  /** until when its rule is not reported at its path */
  excepted_until: time.nullable(),
  found_at: time,
})

export function wireFinding(finding: Finding): Wire<typeof findingAnswer> {
  const { range } = finding
  return {
    id: finding.id,
    type: 'finding',
    memory_store_id: finding.storeId,
    memory_id: finding.memoryId,
    path: finding.isDeleted ? null : finding.path,
    memory_version_id: finding.versionId,
    rule: finding.rule,
    category: finding.category,
    severity: finding.severity,
    lines: {
      from: range.fromLine,
      from_column: range.fromColumn + 1,
      to: range.toLine,
      to_column: range.toColumn + 1,
    },
    other_line: finding.otherLine,
    other_memory_id: finding.other?.memoryId ?? null,
    status: finding.status,
    standing: finding.isStanding,
    reason: finding.reason,
    decided_by: finding.decidedBy && wireActor(finding.decidedBy),
    decided_at: timeOrNull(finding.decidedAt),
    excepted_until: timeOrNull(finding.exceptedUntil),
    found_at: wireTime(finding.foundAt),
  }
}

const rule = z
  .enum(Object.keys(SCAN_RULES) as (keyof typeof SCAN_RULES)[], 'must be the id of a rule')
  .optional()

export const listFindingsQuery = z.object({
  ...pageParams,
  status: oneOf(FINDING_STATUSES).optional(),
  category: findingCategory.optional(),
  severity: findingSeverity.optional(),
  rule,
  memory_id: id.optional(),
  path_prefix: pathPrefix,
})

/** Longest exception: whatever is not reported is to be looked at again some day. */
const MAX_DAYS = 366

const MAX_REASON = 1000

export const disposeFindingBody = z
  .object({
    /** open: what was said is taken back */
    status: oneOf(DISPOSITIONS).optional(),
    reason: words.max(MAX_REASON).optional(),
    /** the rule is not reported at the memory's path until then */
    except_until: timeParam
      .refine((time) => time > Date.now(), 'must be in the future')
      .refine(
        (time) => time <= Date.now() + MAX_DAYS * DAY_MS,
        `must be at most ${MAX_DAYS} days away`,
      )
      .optional(),
  })
  .superRefine(({ status, reason, except_until }, context) => {
    const isAccepted = status === 'accepted_risk'
    if (isAccepted && !reason?.trim()) {
      const message = 'must be given with accepted_risk'
      context.addIssue({ code: 'custom', path: ['reason'], message })
    }
    if (reason !== undefined && (status === undefined || status === 'open')) {
      const message = 'must be given with false_positive or accepted_risk only'
      context.addIssue({ code: 'custom', path: ['reason'], message })
    }
    if (status === undefined && except_until === undefined) {
      const message = 'must be given, or except_until'
      context.addIssue({ code: 'custom', path: ['status'], message })
    }
  })

export const scanStoreBody = z.object({
  /** also what versions of the past added, of deleted memories too */
  history: z.boolean().default(false),
  /** only count: nothing is stored */
  dry_run: z.boolean().default(false),
})

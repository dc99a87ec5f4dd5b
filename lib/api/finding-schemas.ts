import { z } from 'zod'
import { DISPOSITIONS, FINDING_STATUSES } from '@/lib/review/model/finding'
import { SCAN_RULES } from '@/lib/scan/rules'
import { pageParams, pathPrefix, timeParam } from './schemas'
import { id, words } from './text-schema'

/** Request schemas of findings (review page, HTTP API). */

const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

const CATEGORIES = ['secret', 'personal_data', 'instructions', 'hidden', 'hygiene'] as const
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export const findingCategory = oneOf(CATEGORIES)
const severity = oneOf(SEVERITIES)

const rule = z
  .enum(Object.keys(SCAN_RULES) as (keyof typeof SCAN_RULES)[], 'must be the id of a rule')
  .optional()

export const listFindingsQuery = z.object({
  ...pageParams,
  status: oneOf(FINDING_STATUSES).optional(),
  category: findingCategory.optional(),
  severity: severity.optional(),
  rule,
  memory_id: id.optional(),
  path_prefix: pathPrefix,
})

const DAY_MS = 86_400_000

/** What is not reported is looked at again some day. */
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

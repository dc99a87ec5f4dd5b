import * as v from 'valibot'
import { foundInWrite, writeMasks } from '@/components/proposals/found-in-write'
import { heldByRule } from '@/components/proposals/held-by-rule'

const side = v.nullable(v.object({ path: v.string(), content: v.string() }))

/** One of a call's changes. */
const callChange = v.object({
  storeId: v.string(),
  memoryId: v.string(),
  /** null: a proposal has none yet */
  versionId: v.nullable(v.string()),
  /** number of that version in its memory, from 1 */
  ordinal: v.nullable(v.number()),
  before: side,
  after: side,
  /** whether one of the two sides was redacted since, and shows as empty */
  isRedacted: v.boolean(),
  /** whether one of the two sides is damaged, and shows as empty */
  isDamaged: v.boolean(),
  /** what is secret in its difference, which is masked until somebody asks to see it */
  masks: writeMasks,
})

/** The changes that a call made; while it waits or after a denial, those that it would make. */
export const callChangesAnswer = v.object({
  state: v.picklist(['done', 'proposed', 'denied']),
  changes: v.array(callChange),
  /** of a proposal: what is shown of it, which an approval names */
  shown: v.nullable(
    v.object({ contentSha256: v.string(), base: v.pipe(v.array(v.string()), v.readonly()) }),
  ),
  /** of a proposal: how large the text of a memory may be, in bytes */
  limit: v.optional(v.number()),
  /** of a proposal: whether something critical was found in what it would add */
  isCritical: v.optional(v.boolean()),
  /** of a proposal: what was found in what it would add, the gravest first */
  found: v.optional(v.array(foundInWrite)),
  /** of a proposal: what the tool would answer */
  answer: v.nullable(v.string()),
  isError: v.boolean(),
  /** of a proposal: what holds it; null: its session asks */
  hold: v.nullable(
    v.object({
      storeId: v.string(),
      /** the rule's id; `default`: what holds where no rule matches */
      rule: v.object({ id: v.string() }),
      /** whether it holds it since the call could not be scanned in full */
      isUnscanned: v.boolean(),
    }),
  ),
  /** the rule that holds it, as it was then; null: none does, or it cannot be read any more */
  rule: v.nullable(heldByRule),
})

export type CallChange = v.InferOutput<typeof callChange>
export type CallChanges = v.InferOutput<typeof callChangesAnswer>

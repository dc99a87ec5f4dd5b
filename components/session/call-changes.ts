import * as z from 'zod/mini'

const side = z.nullable(z.object({ path: z.string(), content: z.string() }))

/** One of a call's changes. */
const callChange = z.object({
  storeId: z.string(),
  memoryId: z.string(),
  /** null: a proposal has none yet */
  versionId: z.nullable(z.string()),
  before: side,
  after: side,
  /** whether one of the two sides was redacted since, and shows as empty */
  isRedacted: z.boolean(),
})

/** What a call changed; while it waits or after a denial, what it would change. */
export const callChangesAnswer = z.object({
  state: z.enum(['done', 'proposed', 'denied']),
  changes: z.array(callChange),
  /** of a proposal: what is shown of it, which an approval names */
  shown: z.nullable(z.object({ contentSha256: z.string(), base: z.readonly(z.array(z.string())) })),
  /** of a proposal: what the tool would answer */
  answer: z.nullable(z.string()),
  isError: z.boolean(),
})

export type CallChange = z.infer<typeof callChange>
export type CallChanges = z.infer<typeof callChangesAnswer>

import * as z from 'zod/mini'

const actor = z.object({
  type: z.enum(['session', 'api_key', 'user', 'service_account']),
  id: z.string(),
})

/** Where the text still stands: a memory, or a column. */
const placeLeft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('memory'),
    storeId: z.string(),
    memoryId: z.string(),
    versions: z.number(),
  }),
  z.object({
    kind: z.enum(['remark', 'conversation']),
    place: z.string(),
    values: z.number(),
  }),
])

/** What a redaction did, and the proof of it; the `result` of its job. Holds no content. */
export const redactionReceipt = z.object({
  redactedBy: actor,
  /** milliseconds since 1970 */
  redactedAt: z.number(),
  /** the stores that it was about; null: all, and what belongs to none */
  storeIds: z.nullable(z.readonly(z.array(z.string()))),
  /** live memories whose content or path was rewritten, each as a new version */
  rewrittenMemories: z.number(),
  /** versions that keep the rest, those included that these memories stood on before */
  rewrittenVersions: z.number(),
  emptiedVersions: z.number(),
  rewrittenRemarks: z.number(),
  /** messages, calls and results of sessions, and what is said about these */
  rewrittenConversations: z.number(),
  /** sessions whose run did not say in time that it dropped what it had of the text */
  runsNotReached: z.number(),
  compaction: z.object({ isComplete: z.boolean(), reason: z.nullable(z.string()) }),
  /** the result of looking again; null: somebody stopped it before */
  proof: z.nullable(
    z.object({
      /** places where the text still stands, of those that it was to be taken out of */
      placesLeft: z.number(),
      /** which these are, without the text: the first few */
      left: z.readonly(z.array(placeLeft)),
      /** files whose bytes were searched, and how often the text was found in them */
      files: z.array(z.object({ name: z.string(), bytes: z.number(), found: z.number() })),
    }),
  ),
  /** what no redaction here reaches */
  notCovered: z.readonly(z.array(z.string())),
})

/** What a redaction's compaction came to; the `result` of a job that only compacted. */
export const compactionReceipt = z.object({
  /** whether every freed byte is gone from what this machine holds */
  isComplete: z.boolean(),
  /** why not */
  reason: z.nullable(z.string()),
  /** what no compaction here reaches; the operator's to see to (docs/redaction.md) */
  notCovered: z.readonly(z.array(z.string())),
})

export type RedactionReceipt = z.infer<typeof redactionReceipt>
export type PlaceLeft = z.infer<typeof placeLeft>
export type CompactionReceipt = z.infer<typeof compactionReceipt>

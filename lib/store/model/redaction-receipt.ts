import * as z from 'zod/mini'

const actor = z.object({
  type: z.enum(['session', 'api_key', 'user', 'service_account']),
  id: z.string(),
})

/** A place where the text remains: a memory, or a column. */
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

/** A place beside the database, which is the person's own to clear unless it is due. */
const outsidePlace = z.object({
  /**
   * a file of a watched folder; one that is still to be written or removed there; a repository, whose
   * objects keep what it held, or may; a source of a seeding, or a file in it; a copy of the database
   */
  kind: z.enum(['file', 'due_file', 'git', 'source', 'transcript', 'backup']),
  /** absolute */
  path: z.string(),
  /** how often; null: not counted, or it could not be read */
  found: z.nullable(z.number()),
})

/**
 * The receipt of a redaction, with its verification; the `result` of its job. Contains no content.
 */
export const redactionReceipt = z.object({
  redactedBy: actor,
  /** milliseconds since 1970 */
  redactedAt: z.number(),
  /** the stores it covered; null: all, and what belongs to none */
  storeIds: z.nullable(z.readonly(z.array(z.string()))),
  /** live memories whose content or path was rewritten, each as a new version */
  rewrittenMemories: z.number(),
  /** versions that keep the rest, including those memories' former heads */
  rewrittenVersions: z.number(),
  emptiedVersions: z.number(),
  rewrittenRemarks: z.number(),
  /** messages, calls and results of sessions, and remarks on these */
  rewrittenConversations: z.number(),
  /** sessions whose run did not confirm in time that it dropped the text */
  runsNotReached: z.number(),
  compaction: z.object({ isComplete: z.boolean(), reason: z.nullable(z.string()) }),
  /** the result of searching again; null: it was stopped before */
  proof: z.nullable(
    z.object({
      /** hits that remain, of those that were to be redacted */
      placesLeft: z.number(),
      /** where these are, without the text: the first few */
      left: z.readonly(z.array(placeLeft)),
      /** files whose bytes were searched, and how often the text was found in them */
      files: z.array(z.object({ name: z.string(), bytes: z.number(), found: z.number() })),
    }),
  ),
  /** what no redaction here reaches */
  notCovered: z.readonly(z.array(z.string())),
  /** versions that may hold the text and are damaged: what they say is not known; left out: none */
  unreadable: z.optional(
    z.object({
      count: z.number(),
      /** the first few */
      versions: z.readonly(
        z.array(z.object({ storeId: z.string(), memoryId: z.string(), versionId: z.string() })),
      ),
    }),
  ),
  /**
   * where it still stands in stores that it did not cover; left out: it covered all, or was not to
   * tell
   */
  elsewhere: z.optional(
    z.object({
      /** versions, remarks and conversations */
      places: z.number(),
      /** the first few stores */
      storeIds: z.readonly(z.array(z.string())),
    }),
  ),
  /** where it still stands beside the database, or may; left out: it was not looked for */
  outside: z.optional(z.readonly(z.array(outsidePlace))),
})

/** The outcome of a redaction's compaction; the `result` of a job that only compacted. */
export const compactionReceipt = z.object({
  /** whether every freed byte is gone from this machine's storage */
  isComplete: z.boolean(),
  /** why not */
  reason: z.nullable(z.string()),
  /** what no compaction here reaches; left to the operator (docs/redaction.md) */
  notCovered: z.readonly(z.array(z.string())),
})

export type RedactionReceipt = z.infer<typeof redactionReceipt>
export type OutsidePlace = z.infer<typeof outsidePlace>
export type PlaceLeft = z.infer<typeof placeLeft>
export type CompactionReceipt = z.infer<typeof compactionReceipt>

import { z } from 'zod'
import {
  content,
  id,
  listOf,
  name,
  pairsOf,
  path,
  rawContent,
  rawName,
  rawPath,
  rawWords,
} from './text-schema'

/** Request schemas. The OpenAPI description is made from them too. */

const RFC3339 = z.iso
  .datetime({
    offset: true,
    error: ({ input }) =>
      input === undefined ? 'must be given' : 'must be a time as RFC 3339 writes it',
  })
  .max(64)

/** A wire time as milliseconds since 1970. */
export const timeParam = RFC3339.transform((text) => Date.parse(text))

export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')

const limit = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a number between 1 and 100')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'must be a number between 1 and 100')
  .default(20)

const view = z.enum(['basic', 'full'], 'must be basic or full')

/** The cursor of the page before. The SDK sends an empty value for null; both mean omitted. */
export const page = rawName.transform((cursor) => cursor || undefined).optional()

export const pageParams = { limit, page }

export const pathPrefix = rawPath
  .regex(/^(?:\/(?:[^\0]*\/)?)?$/u, 'must begin and end with /')
  .default('/')
  .transform((prefix) => prefix || '/')

const createdRange = {
  'created_at[gte]': timeParam.optional(),
  'created_at[lte]': timeParam.optional(),
}

export const listStoresQuery = z.object({
  ...pageParams,
  ...createdRange,
  include_archived: flag.default(false),
})

export const listMemoriesQuery = z.object({
  ...pageParams,
  path_prefix: pathPrefix,
  depth: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  view: view.default('basic'),
  at: timeParam.optional(),
})

export const listVersionsQuery = z.object({
  ...pageParams,
  ...createdRange,
  memory_id: id.optional(),
  operation: z
    .enum(['created', 'modified', 'deleted'], 'must be created, modified or deleted')
    .optional(),
  session_id: id.optional(),
  api_key_id: id.optional(),
  service_account_id: id.optional(),
  view: view.default('basic'),
})

export const viewQuery = (usual: 'basic' | 'full') => z.object({ view: view.default(usual) })

export const getMemoryQuery = z.object({ view: view.default('full'), at: timeParam.optional() })

export const deleteMemoryQuery = z.object({ expected_content_sha256: id.optional() })

/** The store allows less, and refuses the rest in its own words. */
const MAX_PAIRS = 1_000

export const metadata = pairsOf(rawName, rawName, MAX_PAIRS)

/** Removes the entries that are null. */
export const metadataPatch = pairsOf(rawName, rawName.nullable(), MAX_PAIRS)

export const createStoreBody = z.object({
  name: rawName,
  description: rawWords.nullish(),
  metadata: metadata.nullish(),
})

export const updateStoreBody = z.object({
  name: rawName.nullish(),
  description: rawWords.nullish(),
  metadata: metadataPatch.nullish(),
})

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')

const contentPrecondition = z.object({
  type: z.literal('content_sha256'),
  content_sha256: sha256,
})

const precondition = z.discriminatedUnion(
  'type',
  [contentPrecondition, z.object({ type: z.literal('not_exists') })],
  'must have the type content_sha256',
)

/** `not_exists`, from the preview, is the only precondition that a creation can have. */
export const createMemoryBody = z.object({
  path: rawPath,
  content: rawContent,
  precondition: z
    .object({ type: z.literal('not_exists', 'must be not_exists where a memory is created') })
    .nullish(),
})

export const updateMemoryBody = z.object({
  path: rawPath.nullish(),
  content: rawContent.nullish(),
  precondition: precondition.nullish(),
})

export const restoreVersionBody = z.object({ precondition: contentPrecondition.nullish() })

/** The hash that a dry run returned: nothing is done if the plan has changed since. */
export const planHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be the plan that a dry run answered')
  .optional()

/**
 * Gates stand before it: `ask` asks those that have not told yet, which costs what their answers cost.
 * Left out: they are not asked, and hold it until they have passed.
 */
export const askedGates = z.enum(['ask'], 'must be ask').optional()

export const restoreStoreBody = z.object({
  at: timeParam,
  dry_run: z.boolean().default(false),
  plan: planHash,
})

export const undoBody = z
  .object({
    session_id: id.optional(),
    memory_version_ids: listOf(id, 10_000).min(1).optional(),
    dry_run: z.boolean().default(false),
    force: z.boolean().default(false),
    plan: planHash,
  })
  .refine(
    (body) => (body.session_id === undefined) !== (body.memory_version_ids === undefined),
    'must have either session_id or memory_version_ids',
  )

export const changesQuery = z.object({ from: timeParam, to: timeParam })

export const searchQuery = z.object({
  q: name,
  history: flag.default(false),
  at: timeParam.optional(),
  path_prefix: pathPrefix,
  limit,
})

export const readsQuery = z.object({
  memory_id: id.optional(),
  session_id: id.optional(),
  limit,
})

/** Fifteen digits at most: exact as a number, and in range for both databases. */
const eventId = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the id of an event')
  .transform(Number)

export const eventsQuery = z.object({ after: eventId.optional() })

export const lastEventIdHeader = z.object({ 'Last-Event-ID': eventId.optional() })

/** The command's own fields come beside these and are checked by the tool. */
export const memoryToolBody = z.looseObject({
  command: z.unknown().refine((command) => command !== undefined, 'must be given'),
  tool_use_id: id.optional(),
  session_id: id.optional(),
})

export const exportQuery = z.object({
  format: z.enum(['zip', 'tar', 'jsonl'], 'must be zip, tar or jsonl').default('zip'),
  history: flag.default(false),
  at: timeParam.optional(),
})

const conflictChoice = z.enum(['leave', 'source', 'store'], 'must be leave, source or store')

/** Resolutions of single conflicts, by path. */
const decisions = pairsOf(rawPath, conflictChoice, 10_000)

/** The same in an address, as JSON. */
const decisionsParam = rawWords.transform((value, context) => {
  const parsed = decisions.safeParse(jsonOrNull(value))
  if (parsed.success) return parsed.data
  context.addIssue('must be a JSON object of paths, each with leave, source or store')
  return z.NEVER
})

/** Paths of a plan that are left as they are in the store. */
const leaveOut = z.array(rawPath).max(10_000)

/** The same in an address, as JSON. */
const leaveOutParam = rawWords.transform((value, context) => {
  const parsed = leaveOut.safeParse(jsonOrNull(value))
  if (parsed.success) return parsed.data
  context.addIssue('must be a JSON array of paths')
  return z.NEVER
})

function jsonOrNull(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

const seedChoices = {
  /** the `hash` of the plan that was shown; if the plan has changed since, nothing is done (409) */
  plan: id.optional(),
  /**
   * how to resolve paths that both the source and the store changed; either side's text stays as a
   * version
   */
  conflicts: conflictChoice.optional(),
  /** of a dry run: `all` for the texts of both sides, as many as fit, or the path of one */
  texts: rawPath.optional(),
}

export const importQuery = z.object({
  /**
   * the upload's name: seeding again under the same name is recognised; without one, by its bytes
   */
  name: name.max(255).optional(),
  dry_run: flag.default(false),
  history: flag.default(true),
  wait: flag.default(false),
  decisions: decisionsParam.optional(),
  leave_out: leaveOutParam.optional(),
  ...seedChoices,
})

export const importBody = z.object({
  source: z.object({
    /** 'folder' ignores the folder's git history; 'any' takes whatever is there */
    type: z.enum(['folder', 'git', 'file', 'any'], 'must be folder, git, file or any'),
    path: path.min(1, 'must not be empty'),
  }),
  dry_run: z.boolean().optional(),
  history: z.boolean().optional(),
  /** with the history of a git repository: whether uncommitted changes are added on top */
  uncommitted: z.boolean().optional(),
  decisions: decisions.optional(),
  leave_out: leaveOut.optional(),
  ...seedChoices,
})

export const redactTextBody = z.object({
  text: content,
  replacement: content.default('[redacted]'),
  /** the handling of versions that hold the text: they keep the rest, or nothing */
  earlier_versions: z.enum(['rewrite', 'empty'], 'must be rewrite or empty').default('rewrite'),
  /** the handling of damaged versions that may hold it: they stay and are named, or are emptied */
  unreadable: z.enum(['keep', 'empty'], 'must be keep or empty').default('keep'),
  dry_run: z.boolean().default(false),
  /**
   * of a dry run: how many occurrences are listed, and how many are skipped first; all are counted
   */
  limit: z.int('must be a whole number').min(1).max(1000).default(100),
  skip: z.int('must be a whole number').min(0).default(0),
  wait: z.boolean().default(false),
})

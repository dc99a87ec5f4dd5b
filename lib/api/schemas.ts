import { z } from 'zod'

/** What requests may carry. The OpenAPI description is made of these as well. */

const RFC3339 = z.iso.datetime({ offset: true, message: 'must be a time as RFC 3339 writes it' })

/** A time of the wire as milliseconds since 1970. */
export const timeParam = RFC3339.transform((text) => Date.parse(text))

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')

const limit = z
  .string()
  .regex(/^\d+$/, 'must be a number between 1 and 100')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'must be a number between 1 and 100')
  .default(20)

export const view = z.enum(['basic', 'full'], 'must be basic or full')

const page = { limit, page: z.string().optional() }

const createdRange = {
  'created_at[gte]': timeParam.optional(),
  'created_at[lte]': timeParam.optional(),
  created_at_gte: timeParam.optional(),
  created_at_lte: timeParam.optional(),
}

export const listStoresQuery = z.object({
  ...page,
  ...createdRange,
  include_archived: flag.default(false),
})

export const listMemoriesQuery = z.object({
  ...page,
  path_prefix: z
    .string()
    .regex(/^\/(?:.*\/)?$/su, 'must begin and end with /')
    .default('/'),
  depth: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  view: view.default('basic'),
  at: timeParam.optional(),
})

export const listVersionsQuery = z.object({
  ...page,
  ...createdRange,
  memory_id: z.string().optional(),
  operation: z
    .enum(['created', 'modified', 'deleted'], 'must be created, modified or deleted')
    .optional(),
  session_id: z.string().optional(),
  api_key_id: z.string().optional(),
  service_account_id: z.string().optional(),
  view: view.default('basic'),
})

export const viewQuery = (usual: 'basic' | 'full') => z.object({ view: view.default(usual) })

export const getMemoryQuery = z.object({ view: view.default('full'), at: timeParam.optional() })

export const deleteMemoryQuery = z.object({ expected_content_sha256: z.string().optional() })

const metadata = z.record(z.string(), z.string('must be a string'))

export const createStoreBody = z.object({
  name: z.string('must be a string'),
  description: z.string().nullish(),
  metadata: metadata.nullish(),
})

export const updateStoreBody = z.object({
  name: z.string().nullish(),
  description: z.string().nullish(),
  metadata: z.record(z.string(), z.string().nullable()).nullish(),
})

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case')

const contentPrecondition = z.object({
  type: z.literal('content_sha256'),
  content_sha256: sha256,
})

const precondition = z.discriminatedUnion(
  'type',
  [contentPrecondition, z.object({ type: z.literal('not_exists') })],
  'must have the type content_sha256',
)

export const createMemoryBody = z.object({
  path: z.string('must be a string'),
  content: z.string('must be a string'),
  precondition: precondition.nullish(),
})

export const updateMemoryBody = z.object({
  path: z.string().nullish(),
  content: z.string().nullish(),
  precondition: precondition.nullish(),
})

export const restoreVersionBody = z.object({ precondition: contentPrecondition.nullish() })

export const restoreStoreBody = z.object({
  at: timeParam,
  dry_run: z.boolean().default(false),
})

export const undoBody = z
  .object({
    session_id: z.string().optional(),
    memory_version_ids: z.array(z.string()).min(1).max(10_000).optional(),
    dry_run: z.boolean().default(false),
    force: z.boolean().default(false),
  })
  .refine(
    (body) => (body.session_id === undefined) !== (body.memory_version_ids === undefined),
    'must have either session_id or memory_version_ids',
  )

export const changesQuery = z.object({ from: timeParam, to: timeParam })

export const searchQuery = z.object({
  q: z.string('must be given'),
  history: flag.default(false),
  at: timeParam.optional(),
  path_prefix: z
    .string()
    .regex(/^\/(?:.*\/)?$/su, 'must begin and end with /')
    .default('/'),
  limit,
})

export const readsQuery = z.object({
  memory_id: z.string().optional(),
  session_id: z.string().optional(),
  limit,
})

export const eventsQuery = z.object({
  after: z.string().regex(/^\d+$/, 'must be the id of an event').transform(Number).optional(),
})

/** The command's own fields stand beside these, and are checked by the tool. */
export const memoryToolBody = z.looseObject({
  command: z.unknown(),
  tool_use_id: z.string().max(256).optional(),
  session_id: z.string().max(256).optional(),
})

export const exportQuery = z.object({
  format: z.enum(['zip', 'tar', 'jsonl'], 'must be zip, tar or jsonl').default('zip'),
  history: flag.default(false),
  at: timeParam.optional(),
})

export const importQuery = z.object({
  /** what the upload is called: seeding again under the same name is recognised */
  name: z.string().max(255).default('upload'),
  dry_run: flag.default(false),
  history: flag.default(true),
  wait: flag.default(false),
})

export const importBody = z.object({
  source: z.object({
    /** 'folder' ignores a history that git has of it */
    type: z.enum(['folder', 'git', 'file'], 'must be folder, git or file'),
    path: z.string().min(1, 'must not be empty'),
  }),
  dry_run: z.boolean().optional(),
  history: z.boolean().optional(),
})

export const redactTextBody = z.object({
  text: z.string('must be a string'),
  replacement: z.string().default('[redacted]'),
  dry_run: z.boolean().default(false),
  wait: z.boolean().default(false),
})

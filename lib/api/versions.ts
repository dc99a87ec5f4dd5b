import type { BetaManagedAgentsMemoryVersion } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from '@hono/zod-openapi'
import type { Version, VersionText } from '@/lib/store/model/model'
import { recordRead } from '@/lib/store/reads'
import { redactVersion } from '@/lib/store/redact/version'
import { getVersion, listVersions, restoreVersion } from '@/lib/store/versions'
import {
  answer,
  boundedLimit,
  createdRange,
  cursor,
  given,
  id,
  inStore,
  nextPage,
  page,
  paging,
  part,
  previewRange,
  sha256,
  size,
  STORE,
  time,
  viewParam,
  WireActor,
  wireActor,
} from './kit'
import { WireMemory, wireMemory } from './memories'

/** Versions of memories: their wire type, and the four calls. */

export const WireVersion = z
  .strictObject({
    id: z.string(),
    type: z.literal('memory_version'),
    memory_store_id: z.string(),
    memory_id: z.string(),
    operation: z.enum(['created', 'modified', 'deleted']),
    path: z.string().nullable(),
    content: z.string().nullable(),
    content_sha256: sha256.nullable(),
    content_size_bytes: size.nullable(),
    created_at: time,
    created_by: WireActor,
    redacted_at: time.nullable(),
    redacted_by: WireActor.nullable(),
  })
  // The SDK leaves `redacted_by` out where nobody redacted; here it is null.
  .openapi('MemoryVersion') satisfies z.ZodType<Omit<BetaManagedAgentsMemoryVersion, 'redacted_by'>>

/** A version; its text is told where the row has it. */
export function wireVersion(
  version: Version & { content?: string | null },
): z.output<typeof WireVersion> {
  const { redactedByType, redactedById } = version
  const isKnown = redactedByType !== null && redactedById !== null
  return {
    id: version.id,
    type: 'memory_version',
    memory_store_id: version.storeId,
    memory_id: version.memoryId,
    operation: version.operation,
    path: version.path,
    content: version.content ?? null,
    content_sha256: version.sha256,
    content_size_bytes: version.size,
    created_at: version.createdAt.toISOString(),
    created_by: wireActor({ type: version.actorType, id: version.actorId }),
    redacted_at: version.redactedAt?.toISOString() ?? null,
    redacted_by: isKnown ? wireActor({ type: redactedByType, id: redactedById }) : null,
  }
}

const WireListed = z.strictObject({
  ...WireVersion.shape,
  /** ours: its text was asked for, and is not what was written */
  palimpsest: z.strictObject({ damaged: z.literal(true) }).optional(),
})

/** A version of a list with its text, which names what is damaged, and goes on. */
function wireListed(version: VersionText): z.output<typeof WireListed> {
  const isDamaged = version.sha256 !== null && version.content === null
  return { ...wireVersion(version), ...(isDamaged && { palimpsest: { damaged: true as const } }) }
}

const VERSIONS = `${STORE}/memory_versions` as const
const VERSION = `${VERSIONS}/{versionId}` as const

const list = inStore('get', VERSIONS, 'listMemoryVersions', 'read', {
  then: [previewRange],
  summary: 'List versions, newest first',
  query: z.object({
    ...paging,
    ...createdRange,
    memory_id: id.optional(),
    operation: z.enum(['created', 'modified', 'deleted']).optional(),
    session_id: id.optional(),
    api_key_id: id.optional(),
    service_account_id: id.optional(),
    view: viewParam.default('basic'),
  }),
  responses: answer(page(WireListed)),
})

const get = inStore('get', VERSION, 'getMemoryVersion', 'read', {
  summary: 'Read a version',
  query: z.object({ view: viewParam.default('full') }),
  responses: answer(WireVersion),
})

const restore = inStore('post', `${VERSION}/restore`, 'restoreMemoryVersion', 'write', {
  summary: 'Make a memory what it was in a version',
  body: z.object({
    precondition: z.object({ type: z.literal('content_sha256'), content_sha256: sha256 }).nullish(),
  }),
  responses: answer(WireMemory),
})

const redact = inStore('post', `${VERSION}/redact`, 'redactMemoryVersion', 'administer', {
  summary: 'Take path, content, hash and size out of a version, for good',
  responses: answer(WireVersion),
})

export const versions = part()
  .openapi(list, async (c) => {
    const { page: from, limit, view, ...filter } = c.req.valid('query')
    const storeId = c.var.store.id
    const scope = ['versions', storeId, filter]
    const { items, next } = await listVersions({
      storeId,
      memoryId: filter.memory_id,
      operation: filter.operation,
      sessionId: filter.session_id,
      apiKeyId: filter.api_key_id,
      serviceAccountId: filter.service_account_id,
      from: filter['created_at[gte]'],
      to: filter['created_at[lte]'],
      view,
      limit: boundedLimit(limit, view),
      after: cursor(scope, from),
    })
    if (view === 'full') for (const version of items) recordRead(version, c.var.cause)
    const data = items.map(view === 'full' ? wireListed : wireVersion)
    return c.json({ data, next_page: nextPage(scope, next) }, 200)
  })
  .openapi(get, async (c) => {
    const { view } = c.req.valid('query')
    const version = await getVersion(c.req.valid('param'), view)
    if (view === 'full') recordRead(version, c.var.cause)
    return c.json(wireVersion(version), 200)
  })
  .openapi(restore, async (c) => {
    const { precondition } = c.req.valid('json')
    const asked = { ...c.req.valid('param'), precondition: given(precondition)?.content_sha256 }
    return c.json(wireMemory(await restoreVersion(asked, c.var.cause)), 200)
  })
  .openapi(redact, async (c) => {
    return c.json(wireVersion(await redactVersion(c.req.valid('param'), c.var.cause)), 200)
  })

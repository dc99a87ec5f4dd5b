import type { BetaManagedAgentsMemoryVersion } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from 'zod'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actor, sha256, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

/** The SDK omits `redacted_by` where nobody redacted; the API page has null. */
type Standard = Omit<BetaManagedAgentsMemoryVersion, 'redacted_by'>

export const versionAnswer = z.strictObject({
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
  created_by: actor,
  redacted_at: time.nullable(),
  redacted_by: actor.nullable(),
  /** an extension of ours; omitted where it has nothing to report */
  palimpsest: z
    .strictObject({
      /** a text was taken out: content, hash, size and path are those of the rest */
      redacted_in_part: z.strictObject({ at: time, by: actor.nullable() }).optional(),
      /** its content was asked for and is damaged */
      damaged: z.literal(true).optional(),
    })
    .optional(),
}) satisfies z.ZodType<Standard>

export function wireVersion(version: MemoryVersion): Wire<typeof versionAnswer> {
  return {
    id: version.id,
    type: 'memory_version',
    memory_store_id: version.storeId,
    memory_id: version.memoryId,
    operation: version.operation,
    path: version.path,
    content: version.content,
    content_sha256: version.sha256,
    content_size_bytes: version.size,
    created_at: wireTime(version.createdAt),
    created_by: wireActor(version.createdBy),
    redacted_at: timeOrNull(version.redactedAt),
    redacted_by: version.redactedBy ? wireActor(version.redactedBy) : null,
    ...wireExtension(version),
  }
}

function wireExtension(version: MemoryVersion): Pick<Wire<typeof versionAnswer>, 'palimpsest'> {
  const { rewrittenAt, rewrittenBy, isDamaged } = version
  const isRewritten = rewrittenAt !== null && version.redactedAt === null
  if (!isRewritten && !isDamaged) return {}
  const by = rewrittenBy ? wireActor(rewrittenBy) : null
  return {
    palimpsest: {
      ...(isRewritten ? { redacted_in_part: { at: wireTime(rewrittenAt), by } } : {}),
      ...(isDamaged ? { damaged: true } : {}),
    },
  }
}

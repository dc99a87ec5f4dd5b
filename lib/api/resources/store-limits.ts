import { z } from 'zod'
import type { StoreLimits, UsedLimit } from '@/lib/store/stores/store-limits'
import { size, type Wire } from './values'

const usedLimit = z.strictObject({ used: size, limit: size.nullable() })

/** A store's limits, each with its present use; a limit of null: any amount. */
export const limitsAnswer = z.strictObject({
  type: z.literal('memory_store_limits'),
  memory_store_id: z.string(),
  memories: usedLimit,
  bytes: usedLimit,
  versions: usedLimit,
  /** the largest memory */
  memory_bytes: usedLimit,
  /** `used` is null: it differs from read to read */
  view_characters: z.strictObject({ used: z.null(), limit: size }),
})

export function wireLimits(storeId: string, limits: StoreLimits): Wire<typeof limitsAnswer> {
  return {
    type: 'memory_store_limits',
    memory_store_id: storeId,
    memories: used(limits.memories),
    bytes: used(limits.bytes),
    versions: used(limits.versions),
    memory_bytes: used(limits.largest),
    view_characters: { used: null, limit: limits.viewChars },
  }
}

const used = ({ used: amount, limit }: UsedLimit) => ({ used: amount, limit })

const amount = z.int('must be a whole number').positive('must be at least 1')

/** Omitted limits stay as they are; null: unlimited. The store itself checks their maximum. */
export const limitsBody = z.strictObject({
  memories: amount.nullish(),
  /** of all live memories */
  bytes: amount.nullish(),
  versions: amount.nullish(),
  /** of one memory */
  memory_bytes: amount.optional(),
  /** the part of a memory that one `view` shows */
  view_characters: amount.optional(),
})

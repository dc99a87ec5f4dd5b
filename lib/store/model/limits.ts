import { z } from 'zod'
import { Refusal } from '@/lib/refusal'
import type { Store } from './model'

/** Limits that a store may set; null is no limit. Sizes are bytes. */
export interface StoreLimits {
  memories: number | null
  bytes: number | null
  versions: number | null
  /** of one memory */
  memoryBytes: number
  /** of an answer to `view`, in characters */
  viewCharacters: number
}

export const MAX_MEMORY_BYTES = 1_048_576

export const DEFAULT_LIMITS: StoreLimits = {
  memories: null,
  bytes: null,
  versions: null,
  memoryBytes: 102_400,
  viewCharacters: 100_000,
}

const count = z.number().int().min(1).max(1_000_000_000).nullable()

/** What a store's column `limits` holds: only what differs from the defaults. */
export const limitsSchema = z
  .object({
    memories: count,
    bytes: count,
    versions: count,
    memoryBytes: z.number().int().min(1).max(MAX_MEMORY_BYTES),
    viewCharacters: z.number().int().min(1_000).max(1_000_000),
  })
  .partial()

/** What a store holds, or grows by. */
export interface Growth {
  memories: number
  bytes: number
}

/** The most bytes of any store, since both databases keep totals in 32 bits. */
const MOST_BYTES = 2 ** 31 - 1

export const limitReached = (limit: 'memories' | 'bytes' | 'versions', maximum: number) =>
  new Refusal(
    'limit_reached',
    `The store has a limit of ${maximum} ${limit}, and this is past it.`,
    { limit, maximum },
  )

/**
 * The refusal `limit_reached` of a store that grew in all by `grown`, the last time by `by`; null: it is
 * within its limits. Those that are set keep new memories out; what is there can be changed and deleted.
 */
export function pastLimit(
  { memoryCount, byteSize, limits }: Pick<Store, 'memoryCount' | 'byteSize' | 'limits'>,
  grown: Growth,
  by: Growth,
): Refusal | null {
  const isNew = by.memories > 0
  const memories = isNew ? (limits.memories ?? Infinity) : Infinity
  const bytes = Math.min(isNew ? (limits.bytes ?? Infinity) : Infinity, MOST_BYTES)
  if (memoryCount + grown.memories > memories) return limitReached('memories', memories)
  const isPast = by.bytes > 0 && byteSize + grown.bytes > bytes
  return isPast ? limitReached('bytes', bytes) : null
}

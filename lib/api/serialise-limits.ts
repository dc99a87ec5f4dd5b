import type { StoreLimits, UsedLimit } from '@/lib/store/stores/store-limits'

/** A store's limits on the wire, each with its present use; a limit of null: any amount. */
export function wireLimits(storeId: string, limits: StoreLimits) {
  return {
    type: 'memory_store_limits' as const,
    memory_store_id: storeId,
    memories: used(limits.memories),
    bytes: used(limits.bytes),
    versions: used(limits.versions),
    /** the largest memory */
    memory_bytes: used(limits.largest),
    /** what is used of it differs from read to read */
    view_characters: { used: null, limit: limits.viewChars },
  }
}

const used = ({ used: amount, limit }: UsedLimit) => ({ used: amount, limit })

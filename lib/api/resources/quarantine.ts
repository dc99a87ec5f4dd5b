import { z } from 'zod'
import type { Quarantine } from '@/lib/store/model/quarantine'
import { actor, time, type Wire, wireActor, wireTime } from './values'

export const quarantineAnswer = z.strictObject({
  type: z.literal('memory_quarantine'),
  memory_id: z.string(),
  memory_store_id: z.string(),
  /** whether agents are served an earlier version, or none */
  quarantined: z.boolean(),
  /** the first version that they are not served */
  from_memory_version_id: z.string().nullable(),
  /** the version that agents are served instead; null: none */
  served_memory_version_id: z.string().nullable(),
  reason: z.string().nullable(),
  since: time.nullable(),
  by: actor.nullable(),
})

/** A memory's quarantine; `null`: it is in none. */
export function wireQuarantine(
  { storeId, memoryId }: { storeId: string; memoryId: string },
  quarantine: Quarantine | null,
): Wire<typeof quarantineAnswer> {
  return {
    type: 'memory_quarantine',
    memory_id: memoryId,
    memory_store_id: storeId,
    quarantined: quarantine !== null,
    from_memory_version_id: quarantine?.fromVersionId ?? null,
    served_memory_version_id: quarantine?.servedVersionId ?? null,
    reason: quarantine?.reason ?? null,
    since: quarantine && wireTime(quarantine.since),
    by: quarantine && wireActor(quarantine.by),
  }
}

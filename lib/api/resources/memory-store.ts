import type { BetaManagedAgentsMemoryStore } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from 'zod'
import type { BranchOf } from '@/lib/store/branches/find-branch'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { size, time, timeOrNull, type Wire, wireTime } from './values'

export const storeAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('memory_store'),
  name: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  created_at: time,
  updated_at: time,
  archived_at: time.nullable(),
  /** an extension of ours; omitted where it has nothing to report */
  palimpsest: z
    .strictObject({
      /** the store that it was made from, and the last of its changes that it has */
      branch_of: z.strictObject({ memory_store_id: z.string(), sequence: size }),
    })
    .optional(),
}) satisfies z.ZodType<BetaManagedAgentsMemoryStore>

export function wireStore(
  store: MemoryStore,
  branch: BranchOf | undefined,
): Wire<typeof storeAnswer> {
  return {
    id: store.id,
    type: 'memory_store',
    name: store.name,
    description: store.description,
    metadata: store.metadata,
    created_at: wireTime(store.createdAt),
    updated_at: wireTime(store.updatedAt),
    archived_at: timeOrNull(store.archivedAt),
    ...(branch
      ? {
          palimpsest: {
            branch_of: { memory_store_id: branch.originId, sequence: branch.sequence },
          },
        }
      : {}),
  }
}

import type { BetaManagedAgentsMemoryStore } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from 'zod'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { time, timeOrNull, type Wire, wireTime } from './values'

export const storeAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('memory_store'),
  name: z.string(),
  description: z.string(),
  metadata: z.record(z.string(), z.string()),
  created_at: time,
  updated_at: time,
  archived_at: time.nullable(),
}) satisfies z.ZodType<BetaManagedAgentsMemoryStore>

export function wireStore(store: MemoryStore): Wire<typeof storeAnswer> {
  return {
    id: store.id,
    type: 'memory_store',
    name: store.name,
    description: store.description,
    metadata: store.metadata,
    created_at: wireTime(store.createdAt),
    updated_at: wireTime(store.updatedAt),
    archived_at: timeOrNull(store.archivedAt),
  }
}

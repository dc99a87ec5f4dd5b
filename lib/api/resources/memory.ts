import type {
  BetaManagedAgentsMemory,
  BetaManagedAgentsMemoryListItem,
} from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from 'zod'
import type { Memory, TreeEntry } from '@/lib/store/model/memory'
import type { Dialect } from '../dialect'
import { sha256, size, time, type Wire, wireTime } from './values'

export const memoryAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('memory'),
  memory_store_id: z.string(),
  memory_version_id: z.string(),
  path: z.string(),
  content: z.string().nullable(),
  content_sha256: sha256,
  content_size_bytes: size,
  created_at: time,
  updated_at: time,
  /** an extension of ours; omitted where it has nothing to report: whether its content is damaged */
  palimpsest: z.strictObject({ damaged: z.literal(true) }).optional(),
}) satisfies z.ZodType<BetaManagedAgentsMemory>

export const memoryListItem = z.discriminatedUnion('type', [
  memoryAnswer.extend({ /** of the research preview */ size_bytes: size.optional() }),
  z.strictObject({ type: z.literal('memory_prefix'), path: z.string() }),
]) satisfies z.ZodType<BetaManagedAgentsMemoryListItem>

export function wireMemory(memory: Memory): Wire<typeof memoryAnswer> {
  return {
    id: memory.id,
    type: 'memory',
    memory_store_id: memory.storeId,
    memory_version_id: memory.versionId,
    path: memory.path,
    content: memory.content,
    content_sha256: memory.sha256,
    content_size_bytes: memory.size,
    created_at: wireTime(memory.createdAt),
    updated_at: wireTime(memory.updatedAt),
    ...(memory.isDamaged ? { palimpsest: { damaged: true } } : {}),
  }
}

export function wireEntry(entry: TreeEntry, dialect: Dialect): Wire<typeof memoryListItem> {
  if (entry.type === 'directory') return { type: 'memory_prefix', path: entry.directory.path }
  const memory = wireMemory(entry.memory)
  return dialect === 'preview' ? { ...memory, size_bytes: entry.memory.size } : memory
}

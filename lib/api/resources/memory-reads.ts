import { z } from 'zod'
import type { MemoryReads } from '@/lib/store/reads/reads'
import { actor, time, type Wire, wireActor, wireTime } from './values'

const memoryReads = z.strictObject({
  type: z.literal('memory_read'),
  memory_id: z.string(),
  actor,
  session_id: z.string().nullable(),
  read_count: z.int().positive(),
  first_read_at: time,
  last_read_at: time,
})

export const readsAnswer = z.strictObject({ data: z.array(memoryReads) })

export function wireReads(reads: MemoryReads): Wire<typeof memoryReads> {
  return {
    type: 'memory_read',
    memory_id: reads.memoryId,
    actor: wireActor(reads.actor),
    session_id: reads.sessionId,
    read_count: reads.readCount,
    first_read_at: wireTime(reads.firstReadAt),
    last_read_at: wireTime(reads.lastReadAt),
  }
}

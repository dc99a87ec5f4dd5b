import { z } from 'zod'
import type { Ask } from '@/lib/store/plan/plan'
import { jsonOf } from '@/lib/text/content'
import type { Search } from './address'

/** What a plan is about, as it stands in an address; texts never do. */

/** As databases hold it. */
const number = z.coerce.number().int().min(0).max(2_147_483_647)

const brought = z.array(z.object({ versionId: z.string(), from: number, to: number })).min(1)
const hunks = z.array(z.number().int()).optional()
const of = z.tuple([z.string(), z.string()]).optional()

const taken = z.object({
  from: z.object({ storeId: z.string(), at: z.number().int().optional() }),
  rows: z.array(z.object({ path: z.string(), hunks, of })),
})

/** The ask that an address names; null: it names none. */
export function askedIn(search: Search): Ask | null {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const at = one('restore')
  if (at !== undefined) {
    const parsed = number.safeParse(at)
    return parsed.success ? { kind: 'restore', at: parsed.data } : null
  }
  const seed = one('seed')
  if (seed) return { kind: 'seed', jobId: seed, withHistory: one('history') !== 'no' }
  const sessionId = one('session')
  if (sessionId) return { kind: 'undo', sessionId }
  const batchId = one('batch')
  if (batchId) return { kind: 'undo', batchId }
  const { data: lines } = brought.safeParse(jsonOf(one('lines') ?? ''))
  if (lines) return { kind: 'undo', lines }
  const versions = one('versions')
  if (versions) return { kind: 'undo', versionIds: versions.split(',') }
  const { data } = taken.safeParse(jsonOf(one('take') ?? ''))
  return data ? { kind: 'take_over', ...data } : null
}

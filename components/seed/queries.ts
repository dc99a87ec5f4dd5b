import { ask } from '@/components/queries/ask'
import type { SeedTaken } from '@/lib/store/seeding/seeds'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedJobAnswer, SeedPlanAnswer } from '@/lib/wire/seed-report'

const answers = () => import('@/lib/wire/seed-report')

/** The schema of a seeding's job. */
export const loadSeedJob = async () => (await answers()).seedJobAnswer

const loadPlan = async () => (await answers()).seedPlanAnswer

/** The source of a seeding: an uploaded file, or a path on the server's disk. */
export type SeedOrigin = { file: File } | { path: string; taken: SeedTaken }

/** The decisions on paths that both the store and the source changed. */
export interface ConflictDecisions {
  /** unless a path has its own */
  all: ConflictChoice
  /** by path */
  each: ReadonlyMap<string, ConflictChoice>
}

interface SeedRequest {
  storeId: string
  origin: SeedOrigin
  decisions: ConflictDecisions
}

/** Characters of decisions that an address holds; with an upload they are sent in it. */
const MAX_ADDRESSED = 6000

/** Thrown if an upload has more decisions than an address holds; the message is for the person. */
export class TooManyDecisionsError extends Error {}

/** Plans a seeding; nothing is written. */
export async function planSeed(request: SeedRequest): Promise<SeedPlanAnswer> {
  return ask(loadPlan, ...posted(request, { dry_run: true }))
}

/** Starts a seeding as planned. Refused with the code `plan_changed` if the plan is outdated. */
export async function startSeed(request: SeedRequest, plan: string): Promise<SeedJobAnswer> {
  return ask(loadSeedJob, ...posted(request, { plan }))
}

function posted(
  { storeId, origin, decisions: { all: conflicts, each } }: SeedRequest,
  wanted: { dry_run: true } | { plan: string },
): [address: string, init: RequestInit] {
  const address = `/dashboard/v1/memory_stores/${storeId}/import`
  if ('file' in origin) {
    const query = new URLSearchParams({ name: origin.file.name, conflicts })
    if (each.size > 0) query.set('decisions', JSON.stringify(Object.fromEntries(each)))
    if (String(query).length > MAX_ADDRESSED) throw new TooManyDecisionsError()
    for (const [name, value] of Object.entries(wanted)) query.set(name, String(value))
    const headers = { 'content-type': 'application/octet-stream' }
    return [`${address}?${query}`, { method: 'POST', headers, body: origin.file }]
  }
  const body = {
    source: { type: 'any', path: origin.path },
    history: origin.taken !== 'as_is',
    uncommitted: origin.taken === 'history_and_uncommitted',
    conflicts,
    decisions: Object.fromEntries(each),
    ...wanted,
  }
  const headers = { 'content-type': 'application/json' }
  return [address, { method: 'POST', headers, body: JSON.stringify(body) }]
}

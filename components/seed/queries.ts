import { ask } from '@/components/queries/ask'
import type { SeedTaken } from '@/lib/store/seeds'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { SeedJobAnswer, SeedPlanAnswer } from '@/lib/wire/seed-report'

const answers = () => import('@/lib/wire/seed-report')

/** The schema of a seeding's job. */
export const loadSeedJob = async () => (await answers()).seedJobAnswer

const loadPlan = async () => (await answers()).seedPlanAnswer

/** The source of a seeding: an uploaded file, or a path on the server's disk. */
export type SeedOrigin = { file: File } | { path: string; taken: SeedTaken }

interface SeedRequest {
  storeId: string
  origin: SeedOrigin
  conflicts: ConflictChoice
}

/** What seeding a store would do. */
export async function planSeed(request: SeedRequest): Promise<SeedPlanAnswer> {
  return ask(loadPlan, ...posted(request, { dry_run: true }))
}

/** Starts a seeding as planned. Refused with the code `plan_changed` if the plan is outdated. */
export async function startSeed(request: SeedRequest, plan: string): Promise<SeedJobAnswer> {
  return ask(loadSeedJob, ...posted(request, { plan }))
}

function posted(
  { storeId, origin, conflicts }: SeedRequest,
  wanted: { dry_run: true } | { plan: string },
): [address: string, init: RequestInit] {
  const address = `/v1/memory_stores/${storeId}/import`
  if ('file' in origin) {
    const query = new URLSearchParams({ name: origin.file.name, conflicts })
    for (const [name, value] of Object.entries(wanted)) query.set(name, String(value))
    const headers = { 'content-type': 'application/octet-stream' }
    return [`${address}?${query}`, { method: 'POST', headers, body: origin.file }]
  }
  const body = {
    source: { type: 'any', path: origin.path },
    history: origin.taken !== 'as_is',
    uncommitted: origin.taken === 'history_and_uncommitted',
    conflicts,
    ...wanted,
  }
  const headers = { 'content-type': 'application/json' }
  return [address, { method: 'POST', headers, body: JSON.stringify(body) }]
}

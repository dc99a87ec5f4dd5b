import { answered, type WireJob } from '@/components/jobs/job-wire'
import type { SeedTaken } from '@/lib/store/seeds'
import type { SeedAction } from '@/lib/transfer/decide'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import type { WireReason } from './seed-reason-words'

export type { SeedAction }

/** What the API answers to seeding (POST …/import), as far as the page shows it. */
export interface SeedReport {
  type: 'import_plan' | 'import_report'
  source: string
  history: ({ moments: number; from: string | null; to: string | null } & WireReason) | null
  counts: Record<SeedAction, number>
  versions: number
  entries: ({ path: string; action: SeedAction } & WireReason)[]
  stopped: boolean
  /** of a plan */
  hash: string | null
}

export type SeedJob = WireJob<SeedReport>

export type { ConflictChoice, SeedTaken }

/** Where the seeds come from: a file of the person's, or a path on the server's disk. */
export type SeedOrigin = { file: File } | { path: string; taken: SeedTaken }

/** A source of this store that lies on the server's disk. */
export interface KnownOrigin {
  id: string
  path: string
  taken: SeedTaken
}

interface SeedRequest {
  origin: SeedOrigin
  conflicts: ConflictChoice
  /** of the plan that is carried out; null: one is asked for */
  plan: string | null
}

async function post(storeId: string, request: SeedRequest): Promise<SeedReport | SeedJob> {
  const { origin, conflicts, plan } = request
  const url = `/v1/memory_stores/${storeId}/import`
  if ('file' in origin) {
    const query = new URLSearchParams({ name: origin.file.name, conflicts })
    if (plan === null) query.set('dry_run', 'true')
    else query.set('plan', plan)
    const headers = { 'content-type': 'application/octet-stream' }
    return answered(await fetch(`${url}?${query}`, { method: 'POST', headers, body: origin.file }))
  }
  const body = {
    source: { type: 'any', path: origin.path },
    history: origin.taken !== 'as_is',
    uncommitted: origin.taken === 'history_and_uncommitted',
    conflicts,
    ...(plan === null ? { dry_run: true } : { plan }),
  }
  const headers = { 'content-type': 'application/json' }
  return answered(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

export async function planSeed(
  storeId: string,
  origin: SeedOrigin,
  conflicts: ConflictChoice,
): Promise<SeedReport> {
  return (await post(storeId, { origin, conflicts, plan: null })) as SeedReport
}

/** Refused with the code `plan_changed` where another plan holds now. */
export async function startSeed(
  storeId: string,
  origin: SeedOrigin,
  conflicts: ConflictChoice,
  plan: string,
): Promise<SeedJob> {
  return (await post(storeId, { origin, conflicts, plan })) as SeedJob
}

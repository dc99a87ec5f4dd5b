import { queryOptions } from '@tanstack/react-query'
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

export interface SeedRequest {
  storeId: string
  origin: SeedOrigin
  decisions: ConflictDecisions
}

const loadLook = async () => (await import('./source-look')).sourceLookAnswer

/** What lies at a path of the server's machine; asked as it is typed. */
export function sourceLookQuery(path: string) {
  return queryOptions({
    queryKey: ['seed-source', path],
    queryFn: ({ signal }) =>
      ask(loadLook, '/seed-source', { method: 'POST', body: JSON.stringify({ path }), signal }),
    enabled: path.startsWith('/'),
    placeholderData: (previous) => (path.startsWith('/') ? previous : undefined),
    staleTime: 5000,
    retry: false,
  })
}

/** Characters of decisions that an address holds; with an upload they are sent in it. */
const MAX_ADDRESSED = 6000

/** Thrown if an upload has more decisions than an address holds; the message is for the person. */
export class TooManyDecisionsError extends Error {}

/** Plans a seeding, with as many of its texts as fit; nothing is written. */
export async function planSeed(request: SeedRequest, signal: AbortSignal): Promise<SeedPlanAnswer> {
  const [address, init] = posted(request, { dry_run: true, texts: 'all' })
  return ask(loadPlan, address, { ...init, signal })
}

/** A text that did not fit into the plan, which is made again for it. */
export function plannedTextQuery(request: SeedRequest, hash: string | null, path: string) {
  return queryOptions({
    queryKey: ['seed-text', request.storeId, hash, path],
    queryFn: async ({ signal }) => {
      const [address, init] = posted(request, { dry_run: true, texts: path })
      const { entries } = await ask(loadPlan, address, { ...init, signal })
      return entries.find((entry) => entry.path === path)?.text?.sides ?? null
    },
    gcTime: 60_000,
    staleTime: Infinity,
    retry: false,
  })
}

/**
 * Starts a seeding as planned, without what was left out of it. Refused with the code `plan_changed`
 * if the plan is outdated.
 */
export async function startSeed(
  request: SeedRequest,
  { plan, leftOut }: { plan: string; leftOut: ReadonlySet<string> },
): Promise<SeedJobAnswer> {
  return ask(loadSeedJob, ...posted(request, { plan, leave_out: [...leftOut] }))
}

function posted(
  { storeId, origin, decisions: { all: conflicts, each } }: SeedRequest,
  wanted: { dry_run: true; texts: string } | { plan: string; leave_out: string[] },
): [address: string, init: RequestInit] {
  const address = `/dashboard/v1/memory_stores/${storeId}/import`
  if ('file' in origin) {
    const query = new URLSearchParams({ name: origin.file.name, conflicts })
    if (each.size > 0) query.set('decisions', JSON.stringify(Object.fromEntries(each)))
    if ('leave_out' in wanted && wanted.leave_out.length > 0) {
      query.set('leave_out', JSON.stringify(wanted.leave_out))
    }
    if (String(query).length > MAX_ADDRESSED) throw new TooManyDecisionsError()
    if ('plan' in wanted) query.set('plan', wanted.plan)
    else {
      query.set('dry_run', 'true')
      query.set('texts', wanted.texts)
    }
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

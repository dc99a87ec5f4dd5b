import { answered, type WireJob } from '@/components/jobs/job-wire'
import type { SeedAction } from '@/lib/transfer/decide'

export type { SeedAction }

/** What the API answers to seeding (POST …/import), as far as the page shows it. */
export interface SeedReport {
  type: 'import_plan' | 'import_report'
  source: string
  history: { moments: number; reason: string | null; from: string | null; to: string | null } | null
  counts: Record<SeedAction, number>
  versions: number
  entries: { path: string; action: SeedAction; reason: string | null }[]
  stopped: boolean
}

export type SeedJob = WireJob<SeedReport>

/** Where the seeds come from: a file of the person's, or a path on the server's disk. */
export type SeedOrigin = { file: File } | { path: string }

async function post(
  storeId: string,
  origin: SeedOrigin,
  isDryRun: boolean,
): Promise<SeedReport | SeedJob> {
  const url = `/v1/memory_stores/${storeId}/import`
  const response =
    'file' in origin
      ? await fetch(
          `${url}?${new URLSearchParams({ name: origin.file.name, dry_run: String(isDryRun) })}`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/octet-stream' },
            body: origin.file,
          },
        )
      : await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            source: { type: 'any', path: origin.path },
            dry_run: isDryRun,
          }),
        })
  return answered(response)
}

export async function planSeed(storeId: string, origin: SeedOrigin): Promise<SeedReport> {
  return (await post(storeId, origin, true)) as SeedReport
}

export async function startSeed(storeId: string, origin: SeedOrigin): Promise<SeedJob> {
  return (await post(storeId, origin, false)) as SeedJob
}

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

export interface SeedJob {
  id: string
  type: 'job'
  state: 'running' | 'done' | 'failed' | 'stopped'
  phase: string
  progress: number
  total: number
  result: SeedReport | null
  error: string | null
}

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
            source: { type: 'git', path: origin.path },
            dry_run: isDryRun,
          }),
        })
  return answered(response)
}

async function answered<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer & { error?: { message: string } }
  if (!response.ok)
    throw new Error(body.error?.message ?? `The server answered ${response.status}.`)
  return body
}

export async function planSeed(storeId: string, origin: SeedOrigin): Promise<SeedReport> {
  return (await post(storeId, origin, true)) as SeedReport
}

export async function startSeed(storeId: string, origin: SeedOrigin): Promise<SeedJob> {
  return (await post(storeId, origin, false)) as SeedJob
}

export async function readJob(jobId: string): Promise<SeedJob> {
  return answered(await fetch(`/v1/jobs/${jobId}`))
}

export async function stopJob(jobId: string): Promise<SeedJob> {
  return answered(await fetch(`/v1/jobs/${jobId}/stop`, { method: 'POST' }))
}

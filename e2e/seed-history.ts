import { type APIRequestContext, expect } from 'playwright/test'

/** A store's changes at one time (RFC 3339). */
export interface HistoryMoment {
  at: string
  author?: string
  message?: string
  changes: readonly (
    | { op: 'write'; path: string; content: string }
    | { op: 'rename'; path: string; from: string }
    | { op: 'delete'; path: string }
  )[]
}

/** Gives a store a history with the times given. */
export async function seedHistory(
  request: APIRequestContext,
  storeId: string,
  moments: readonly HistoryMoment[],
): Promise<void> {
  await seedLines(request, storeId, moments)
}

/** Seeds a store from JSON Lines and waits for the job to end. */
export async function seedLines(
  request: APIRequestContext,
  storeId: string,
  lines: readonly object[],
): Promise<void> {
  const data = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  // As a person at the dashboard: what a program without a key imports is an agent's.
  // Tried again: the server may have closed the connection while the lines were unpacked.
  const { origin } = new URL((await request.get('/healthz', { maxRetries: 1 })).url())
  const address = `${origin}/dashboard/v1/memory_stores/${storeId}/import`
  const seeded = await request.post(address, { data, headers: { origin } })
  const { id } = (await seeded.json()) as { id: string }
  const state = async () => {
    const job = await request.get(`/v1/jobs/${id}`)
    return ((await job.json()) as { state: string }).state
  }
  await expect.poll(state, { intervals: [50, 100, 250], timeout: 60_000 }).toBe('done')
}

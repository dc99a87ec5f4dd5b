import { type APIRequestContext, expect } from '@playwright/test'

/** What happened to a store at one time; RFC 3339. */
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

/** Gives a store a history at times of its own. */
export async function seedHistory(
  request: APIRequestContext,
  storeId: string,
  moments: readonly HistoryMoment[],
): Promise<void> {
  const data = Buffer.from(moments.map((moment) => JSON.stringify(moment)).join('\n'))
  const seeded = await request.post(`/v1/memory_stores/${storeId}/import`, { data })
  const { id } = (await seeded.json()) as { id: string }
  await expect
    .poll(
      async () => ((await (await request.get(`/v1/jobs/${id}`)).json()) as { state: string }).state,
    )
    .toBe('done')
}

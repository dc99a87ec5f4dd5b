import { vi } from 'vitest'

/** Changes of one millisecond are one moment: waits for the next. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now()
  await vi.waitUntil(() => Date.now() > now, { interval: 1 })
}

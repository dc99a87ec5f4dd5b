import { expect, test, vi } from 'vitest'

const line = new AbortController()
vi.mock('@/components/live/follow', () => ({ lineNow: () => line.signal }))

// Another file of this worker may have loaded it with what is real.
vi.resetModules()
const { ask, oneAtATime } = await import('./ask')

test('what gets no answer is asked again', async () => {
  vi.useFakeTimers()
  const question = vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue(null)
  oneAtATime()(question)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(question).toHaveBeenCalledTimes(2)
})

test('what was asked over a connection that was lost is given up, however patient who asks', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    await new Promise((gone) => signal.addEventListener('abort', gone))
    throw signal.reason
  })
  const asked = ask('/places', new AbortController().signal)
  line.abort()
  await expect(asked).rejects.toThrow(/abort/)
})

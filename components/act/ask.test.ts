import { expect, test, vi } from 'vitest'
import { oneAtATime } from './ask'

test('what gets no answer is asked again', async () => {
  vi.useFakeTimers()
  const question = vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue(null)
  oneAtATime()(question)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(question).toHaveBeenCalledTimes(2)
})

import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { awaitedLater } from './awaited-later'

test('what is rejected before anybody awaits it is not unhandled, and is told to who awaits it', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const promise = awaitedLater(Promise.reject(new Error('gone')))
  await setImmediate()
  expect(unhandled).not.toHaveBeenCalled()
  await expect(promise).rejects.toThrow('gone')
})

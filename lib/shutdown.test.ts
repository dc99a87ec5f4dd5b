import { afterEach, expect, test, vi } from 'vitest'
import { beginShutdown, onShutdown } from './shutdown'

afterEach(() => vi.restoreAllMocks())

test('a failing listener delays neither the other listeners nor the end of the process', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const called: string[] = []
  onShutdown(() => {
    throw new Error('one that throws')
  })
  onShutdown(() => Promise.reject(new Error('one that is refused')))
  onShutdown(() => void called.push('before'))
  await beginShutdown()
  expect(() =>
    onShutdown(() => {
      throw new Error('one that comes late')
    }),
  ).not.toThrow()
  onShutdown(() => void called.push('late'))
  expect(called).toEqual(['before', 'late'])
  expect(log).toHaveBeenCalledTimes(3)
})

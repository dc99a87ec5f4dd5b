import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askNow, isPageAwaited, keepAskingForPages } from './page-requests'

const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const asked = vi.fn<(input: unknown, init?: RequestInit) => Promise<string>>()
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset().mockResolvedValue('answer')
  vi.stubGlobal('window', { fetch: asked })
  vi.stubGlobal('location', new URL('http://server.invalid/log?period=week'))
  end = keepAskingForPages()
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const forPage = { headers: { rsc: '1' } }

test('a page is asked for until the server answers, which is told meanwhile', async () => {
  asked.mockImplementationOnce(gone).mockImplementationOnce(gone)
  const page = window.fetch('/stores', forPage)
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(isPageAwaited()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveBeenCalledTimes(2)
  askNow()
  await expect(page).resolves.toBe('answer')
  expect(isPageAwaited()).toBe(false)
})

test('the page that is shown is asked for again in silence', async () => {
  asked.mockImplementationOnce(gone)
  const page = window.fetch(new URL('/log?period=week&_rsc=1a2b', location.href), forPage)
  await vi.advanceTimersByTimeAsync(0)
  expect(isPageAwaited()).toBe(false)
  askNow()
  await expect(page).resolves.toBe('answer')
})

test('what is stopped is not asked for again', async () => {
  const stop = new AbortController()
  asked.mockImplementationOnce(gone)
  stop.abort()
  await expect(window.fetch('/', { ...forPage, signal: stop.signal })).rejects.toThrow('Failed')
  expect(isPageAwaited()).toBe(false)
})

test.each([
  ['an action', { ...forPage, method: 'POST' }],
  ['what is fetched ahead', { headers: { ...forPage.headers, 'next-router-prefetch': '1' } }],
  ['a whole page that is fetched ahead', { ...forPage, priority: 'low' as const }],
  ['a question of a page', {}],
])('%s fails at once', async (_name, init) => {
  asked.mockImplementationOnce(gone)
  await expect(window.fetch('/', init)).rejects.toThrow('Failed')
  expect(asked).toHaveBeenCalledTimes(1)
})

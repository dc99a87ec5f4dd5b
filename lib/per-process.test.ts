import { expect, test, vi } from 'vitest'
import { perProcess } from './per-process'

test('a state is created once, even when the module is loaded twice', async () => {
  const first = perProcess('test: created once', () => new Set(['a']))
  vi.resetModules()
  const again = await import('./per-process')
  expect(again.perProcess).not.toBe(perProcess)
  expect(again.perProcess('test: created once', () => new Set())).toBe(first)
})

test('states of different names are different', () => {
  expect(perProcess('test: one', () => ({}))).not.toBe(perProcess('test: other', () => ({})))
})

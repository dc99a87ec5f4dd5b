import { expect, test } from 'vitest'
import { Hints } from './worker'

test('nothing is left of a wait that is over', async () => {
  const { signal } = new AbortController()
  const hints = new Hints()
  for (let n = 0; n < 3; n++) await hints.wait(1, signal)
  const told = Object.getOwnPropertySymbols(signal).find((key) => /Dependant/.test(String(key)))
  const left: unknown = told && Reflect.get(signal, told)
  expect(left).toBe(undefined)
})

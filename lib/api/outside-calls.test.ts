import { expect, test } from 'vitest'
import { lastOutsideCall, noteCall } from './outside-calls'

const call = (headers: Record<string, string>) =>
  noteCall(new Request('http://127.0.0.1/v1/memory_stores', { headers }))

test('a call of the dashboard’s own pages is none from outside', () => {
  const before = lastOutsideCall()
  call({ 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' })
  expect(lastOutsideCall()).toBe(before)
})

test('a call from outside is noted with the program’s name', () => {
  call({ 'user-agent': 'Anthropic/Python 1.11.0' })
  expect(lastOutsideCall()).toMatchObject({ program: 'Anthropic/Python' })
})

test('a program that does not say its name has none', () => {
  call({})
  expect(lastOutsideCall()).toMatchObject({ program: null })
})

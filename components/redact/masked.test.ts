import { expect, test } from 'vitest'
import { masked } from './masked'

test.each([
  ['abc', '••••'],
  ['/Users/somebody', '/Us••••'],
  ['sk-live-4f9c2e7a81d0', 'sk-l••••'],
  ['비밀번호입니다요', '비밀••••'],
])('%s becomes %s', (text, shown) => {
  expect(masked(text)).toBe(shown)
})

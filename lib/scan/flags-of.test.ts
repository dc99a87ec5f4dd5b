import { expect, test } from 'vitest'
import { forgetKept } from '@/lib/store/redact/forget'
import { flagsOf, knownFlags } from './flags-of'

const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'
const FOUND = {
  found: [{ rule: 'docker_token', line: 1, fromColumn: 7, toColumn: 43 }],
  isWhole: true,
}
let made = 0
const fresh = () => ({ path: `/${++made}.md`, content: `token: ${TOKEN}` })

test('a text is scanned in a thread, and its flags are known from then on', async () => {
  const memory = fresh()
  expect(knownFlags(memory)).toBeNull()
  expect(await flagsOf(memory)).toMatchObject(FOUND)
  expect(knownFlags(memory)).toMatchObject(FOUND)
  expect(knownFlags({ ...memory, path: '/other.md' })).toBeNull()
})

test('it is unknown past its deadline, and scanned on for who asks next', async () => {
  const memory = { path: '/long.md', content: `token: ${TOKEN}\n${'some words '.repeat(9_000)}` }
  expect(await flagsOf(memory, { deadlineMs: 0 })).toEqual({ found: [], isWhole: false })
  await expect.poll(() => knownFlags(memory)).toMatchObject(FOUND)
})

test('a redaction empties what is known, also of a scan that is under way', async () => {
  const known = fresh()
  const underWay = fresh()
  await flagsOf(known)
  const asked = flagsOf(underWay)
  await forgetKept(undefined)
  expect(await asked).toMatchObject(FOUND)
  expect([knownFlags(known), knownFlags(underWay)]).toEqual([null, null])
})

import { expect, test } from 'vitest'
import { causeOf } from './log'

class DiskError extends Error {
  override readonly name = 'DiskError'
  readonly code = 'ENOSPC'
}

test('what is logged of an error and its cause is name, code and place, never what they say', () => {
  const cause = new Error('the text\n    at secret (of a memory)')
  const logged = causeOf(new DiskError('the words', { cause }))
  expect(logged).toMatchObject({ error: 'DiskError', code: 'ENOSPC', cause: 'Error' })
  expect(logged.at).toContain('log.test.ts')
  expect(logged.cause_at).toContain('log.test.ts')
  expect(JSON.stringify(logged)).not.toMatch(/the words|the text|secret/)
})

test('of what the database met, its log says what it is', () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const logged = causeOf(new Error('an unknown error', { cause }))
  expect(logged).toMatchObject({ fault: 'disk_full', fault_code: 'SQLITE_FULL' })
})

test('what is no error has no words at all', () => {
  expect(causeOf('the text of a memory')).toEqual({ error: 'unknown' })
})

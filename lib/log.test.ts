import { expect, test } from 'vitest'
import { causeOf } from './log'

function thrownHere(message: string, more: object = {}): Error {
  return Object.assign(new TypeError(message), more)
}

test('a thrown error is logged by its name and location, without its message', () => {
  const logged = causeOf(thrownHere('secret\n    at secret (again)'))
  expect(logged.error).toBe('TypeError')
  expect(logged.at).toMatch(/^thrownHere /)
  expect(logged.stack).toContain('; ')
  expect(JSON.stringify(logged)).not.toContain('secret')
})

test('its code and its cause are logged as well', () => {
  const cause = thrownHere('secret', { code: 'ECONNRESET' })
  const logged = causeOf(new Error('secret', { cause }))
  expect(logged).toMatchObject({
    error: 'Error',
    cause_error: 'TypeError',
    cause_code: 'ECONNRESET',
  })
  expect(logged.cause_at).toMatch(/^thrownHere /)
  expect(JSON.stringify(logged)).not.toContain('secret')
})

test('a thrown value that is no error is logged as such', () => {
  expect(causeOf('secret')).toEqual({ error: 'unknown' })
})

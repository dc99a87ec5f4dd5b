import { expect, test } from 'vitest'
import { faultFields } from './fault-fields'

function thrownHere(message: string, more: object = {}): Error {
  return Object.assign(new TypeError(message), more)
}

test('an error is told by its name and where it was thrown, without what it says', () => {
  const fields = faultFields(thrownHere('secret\n    secret again'))
  expect(fields.error).toBe('TypeError')
  expect(fields.stack).toMatch(/^at thrownHere /)
  expect(JSON.stringify(fields)).not.toContain('secret')
})

test('its code and its cause are told as well', () => {
  const cause = thrownHere('secret', { code: 'ECONNRESET' })
  const fields = faultFields(new Error('secret', { cause }))
  expect(fields).toMatchObject({ error: 'Error', cause: 'TypeError', causeCode: 'ECONNRESET' })
  expect(fields.causeStack).toContain('thrownHere')
  expect(JSON.stringify(fields)).not.toContain('secret')
})

test('what is no error is told by its type', () => {
  expect(faultFields('secret')).toEqual({ error: 'string' })
})

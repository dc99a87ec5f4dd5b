import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentSettings, readSettings, serverToCall, SettingsError } from './settings'

function complaintOf(env: Record<string, string>): string | null {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return null
}

test('prices of models are read from JSON, and others are refused with what is expected', () => {
  const read = (MODEL_PRICES: string) => readSettings({ MODEL_PRICES }).modelPrices
  expect(read('{"m*": {"input": 3, "output": 15}}')).toEqual([
    { model: 'm*', input: 3, output: 15 },
  ])
  expect(() => read('{"m": {"input": -1, "output": 15}}')).toThrow(/^MODEL_PRICES=.*US dollars/)
  expect(() => read('cheap')).toThrow(/expected JSON/)
})

describe('settings', () => {
  test('an empty environment gives defaults that work', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      allowedHosts: [],
      dataDir: path.resolve('data'),
      databaseUrl: `file:${path.resolve('data/palimpsest.db')}`,
      seedRoots: [homedir(), process.cwd()],
      watchRoots: [homedir()],
      claudeCode: path.join(homedir(), '.claude'),
      backup: { every: null, keep: 7 },
      fingerprintKey: null,
      models: { apiKey: null, authToken: null, baseUrl: null },
      modelPrices: [],
      replayConcurrency: 4,
      testAnswersPerDay: 200,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}))
  })

  test.each([
    ['PORT', '0', 'expected a whole number from 1 to 65535'],
    ['PORT', '65536', 'expected a whole number from 1 to 65535'],
    ['PORT', 'http', 'expected a whole number from 1 to 65535'],
    ['HOST', '0.0.0.0', 'expected a loopback address such as 127.0.0.1: there is no sign-in'],
    ['ALLOWED_HOSTS', 'https://a', 'expected host names separated by commas'],
    ['SEED_ROOTS', 'notes', 'expected absolute paths of folders, separated by :'],
    ['ANTHROPIC_BASE_URL', 'http://me:pw@host', 'expected an address without a name'],
    ['BACKUP_EVERY', '0h', 'expected hours or days, such as 6h or 1d, or off'],
    ['BACKUP_KEEP', '0', 'expected a whole number from 1 to 9999'],
    ['ANTHROPIC_BASE_URL', 'models.example', 'expected http://… or https://…'],
    ['LOG_LEVEL', 'loud', 'expected debug, info, warn or error'],
  ])('%s=%s is refused in one line that says what is expected', (name, value, rule) => {
    const complaint = complaintOf({ [name]: value })
    expect(complaint).toContain(`${name}=${JSON.stringify(value)} cannot be used: ${rule}`)
    expect(complaint).not.toContain('\n')
  })

  test.each([
    ['DATABASE_URL', 'mysql://me:secret@host/db', 'expected file:<path> or postgresql://'],
    ['DATABASE_URL', 'postgresql://me:se#cret@/x y', 'expected file:<path> or postgresql://'],
    ['ANTHROPIC_API_KEY', '“sk-secret”', 'expected ASCII without spaces'],
    ['FINGERPRINT_KEY', Buffer.alloc(33, 7).toString('base64'), 'expected 32 bytes in Base64'],
  ])('a bad %s is refused without repeating it', (name, value, rule) => {
    const complaint = complaintOf({ [name]: value })
    expect(complaint).toContain(`${name} cannot be used: ${rule}`)
    expect(complaint).not.toContain(value)
  })

  test('durations are hours or days', () => {
    expect(readSettings({ BACKUP_EVERY: '6h' }).backup.every).toBe(6 * 3_600_000)
    expect(readSettings({ BACKUP_EVERY: '1d' }).backup.every).toBe(24 * 3_600_000)
    expect(readSettings({ BACKUP_EVERY: 'off' }).backup.every).toBeNull()
  })

  test('hosts of a proxy are compared without case and final dot, IPv6 in brackets', () => {
    const allowed = readSettings({ ALLOWED_HOSTS: 'Memory.Example.org., ::2 other:8443' })
    expect(allowed.allowedHosts).toEqual(['memory.example.org', '[::2]', 'other:8443'])
  })

  test('the fingerprint key is 32 bytes', () => {
    const key = Buffer.alloc(32, 7)
    expect(readSettings({ FINGERPRINT_KEY: key.toString('base64') }).fingerprintKey).toEqual(key)
  })

  test('the server of models is named as the official SDK has it named', () => {
    const env = { ANTHROPIC_API_KEY: 'sk-1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080' }
    expect(readSettings(env).models).toEqual({
      apiKey: 'sk-1',
      authToken: null,
      baseUrl: 'http://127.0.0.1:8080',
    })
    expect(readSettings({ ANTHROPIC_AUTH_TOKEN: 'token' }).models.authToken).toBe('token')
  })

  test('are shown as they stand, secrets only as being set', () => {
    const shown = environmentSettings({
      PORT: '4000',
      DATABASE_URL: 'postgresql://me:secret@h/d',
      ANTHROPIC_API_KEY: 'sk-secret',
      ANTHROPIC_AUTH_TOKEN: 'secret',
      ANTHROPIC_BASE_URL: 'https://models.example',
    })
    const byName = new Map(shown.map(({ name, ...rest }) => [name, rest]))
    expect(byName.get('PORT')).toEqual({ isSet: true, value: '4000' })
    expect(byName.get('BACKUP_KEEP')).toEqual({ isSet: false, value: '7' })
    expect(byName.get('BACKUP_EVERY')).toEqual({ isSet: false, value: 'off' })
    expect(byName.get('ALLOWED_HOSTS')).toEqual({ isSet: false, value: null })
    expect(byName.get('DATABASE_URL')).toEqual({ isSet: true, value: null })
    expect(byName.get('ANTHROPIC_API_KEY')).toEqual({ isSet: true, value: null })
    expect(byName.get('ANTHROPIC_AUTH_TOKEN')).toEqual({ isSet: true, value: null })
    expect(byName.get('ANTHROPIC_BASE_URL')?.value).toBe('https://models.example')
    expect(JSON.stringify(shown)).not.toContain('secret')
  })

  test('a server to call is an address of the web', () => {
    expect(serverToCall({})).toEqual({ url: null, key: null })
    expect(serverToCall({ PALIMPSEST_URL: 'https://m.example', PALIMPSEST_KEY: 'plk_1' })).toEqual({
      url: 'https://m.example',
      key: 'plk_1',
    })
    expect(() => serverToCall({ PALIMPSEST_URL: 'm.example' })).toThrow(
      'PALIMPSEST_URL="m.example" cannot be used: expected http://… or https://…',
    )
  })
})

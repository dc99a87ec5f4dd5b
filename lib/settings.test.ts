import { homedir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentSettings, readSettings, SettingsError } from './settings'

const complaintOf = (env: Record<string, string>) => {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return null
}

describe('settings', () => {
  test('the fingerprint key is 32 bytes, and never repeated', () => {
    const key = Buffer.alloc(32, 7)
    expect(readSettings({ FINGERPRINT_KEY: key.toString('base64') }).fingerprintKey).toEqual(key)
    for (const wrong of ['short', key.toString('hex'), Buffer.alloc(33).toString('base64')]) {
      const complaint = complaintOf({ FINGERPRINT_KEY: wrong })
      expect(complaint).toMatch(/^FINGERPRINT_KEY cannot be used: expected 32 bytes in Base64/)
    }
  })

  test('prices of models are in dollars per million tokens, by the model’s name', () => {
    const written = {
      'claude-sonnet-5': { input: 3, output: 15, cache_write: 3.75 },
      'local-*': { input: 0, output: 0.5 },
    }
    expect(readSettings({ MODEL_PRICES: JSON.stringify(written) }).modelPrices).toEqual([
      { model: 'claude-sonnet-5', input: 3, output: 15, cacheWrite: 3.75 },
      { model: 'local-*', input: 0, output: 0.5, cacheWrite: 0 },
    ])
  })

  test.each([
    ['3', 'expected JSON such as'],
    ['{"a": {"input": 3', 'expected JSON such as'],
    ['["a"]', 'expected JSON such as'],
    ['{"a": {"input": 3}}', 'a.output: expected a number; expected JSON such as'],
    ['{"a": {"input": "3", "output": 15}}', 'a.input: expected a number; expected'],
    ['{"a": {"input": -3, "output": 15}}', 'a.input: expected a number from 0; expected'],
    ['{"a": {"input": 3, "output": 15, "cached": 1}}', 'a: Unrecognized key: "cached"; expected'],
    ['{"a*b": {"input": 3, "output": 15}}', 'a*b: expected a model’s name; * only ends one; expec'],
  ])('prices written as %s are refused with what is wrong', (written, reason) => {
    const complaint = complaintOf({ MODEL_PRICES: written })
    expect(complaint).toContain(`MODEL_PRICES=${JSON.stringify(written)} cannot be used: ${reason}`)
    expect(complaint).toContain('{"claude-sonnet-5": {"input": 3, "output": 15')
    expect(complaint).not.toContain('\n')
  })

  test('an empty environment gives defaults that work', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      seedRoots: [homedir(), process.cwd()],
      watchRoots: [homedir()],
      agentHomes: {
        claudeCode: path.join(homedir(), '.claude'),
        codex: path.join(homedir(), '.codex'),
        gemini: path.join(homedir(), '.gemini'),
        letta: path.join(homedir(), '.letta'),
        openClaw: path.join(homedir(), '.openclaw'),
      },
      databaseUrl: `file:${path.resolve('data/palimpsest.db')}`,
      backup: { every: null, keep: 7 },
      postgresql: { isPooled: false, directUrl: null, events: 'listen' },
      fingerprintKey: null,
      allowedHosts: [],
      logLevel: 'info',
      models: { apiKey: null, authToken: null, baseUrl: null },
      contextThresholds: { warning: 60, error: 80, compaction: 92 },
      traces: null,
      transcripts: 'ids',
      scanWaitMs: 5_000,
      replayConcurrency: 4,
      testRequestsPerDay: 1_000,
      modelPrices: [],
      digest: null,
    })
  })

  test('a digest is posted by the week unless set, signed, and to no address in the clear', () => {
    const env = { DIGEST_URL: 'https://hooks.example/abc', DIGEST_SECRET: 'sixteen letters!' }
    expect(readSettings(env).digest).toEqual({
      url: 'https://hooks.example/abc',
      secret: 'sixteen letters!',
      period: 'week',
    })
    expect(complaintOf({ DIGEST_URL: env.DIGEST_URL })).toBe(
      'DIGEST_SECRET is missing: with DIGEST_URL, it signs what is posted',
    )
    expect(complaintOf({ ...env, DIGEST_URL: 'http://hooks.example/abc' })).toBe(
      'DIGEST_URL cannot be used: expected https://…, or http://… on this machine',
    )
    expect(complaintOf({ ...env, DIGEST_SECRET: 'short' })).toBe(
      'DIGEST_SECRET cannot be used: expected at least 16 characters',
    )
  })

  test('traces are sent with what their collector asks for, which no complaint repeats', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=one',
    }
    expect(readSettings(env).traces).toEqual({
      endpoint: 'https://traces.example',
      headers: { authorization: 'Bearer abc', 'x-team': 'one' },
    })
    for (const written of ['no value', 'a=%', 'a=%0Ab', 'a b=c']) {
      expect(complaintOf({ ...env, OTEL_EXPORTER_OTLP_HEADERS: written })).toBe(
        'OTEL_EXPORTER_OTLP_HEADERS cannot be used: expected <name>=<value>, separated by commas, what is special in a value as %20',
      )
    }
  })

  test('readable folders are absolute, and may be none', () => {
    const roots = ['/srv/notes', '/home/ada'].join(path.delimiter)
    expect(readSettings({ SEED_ROOTS: roots }).seedRoots).toEqual(['/srv/notes', '/home/ada'])
    expect(readSettings({ SEED_ROOTS: path.delimiter }).seedRoots).toEqual([])
    expect(readSettings({ WATCH_ROOTS: roots }).watchRoots).toEqual(['/srv/notes', '/home/ada'])
    expect(complaintOf({ SEED_ROOTS: 'notes' })).toBe(
      `SEED_ROOTS="notes" cannot be used: expected absolute paths of folders, separated by ${path.delimiter}`,
    )
  })

  test('the thresholds of contexts are numbers, and compaction may be off', () => {
    expect(
      readSettings({ CONTEXT_WARNING_AT: '50.5', CONTEXT_COMPACT_AT: 'off' }).contextThresholds,
    ).toEqual({ warning: 50.5, error: 80, compaction: null })
    expect(() => readSettings({ CONTEXT_COMPACT_AT: 'never' })).toThrow('or off')
  })

  test('the database lies in the data folder unless a URL says otherwise', () => {
    expect(readSettings({ DATA_DIR: '/srv/memory' }).databaseUrl).toBe(
      'file:/srv/memory/palimpsest.db',
    )
    expect(readSettings({ DATABASE_URL: 'postgresql://me@db/memory' }).databaseUrl).toBe(
      'postgresql://me@db/memory',
    )
  })

  test('allowed hosts may have spaces, any case and a trailing dot', () => {
    const { allowedHosts } = readSettings({
      ALLOWED_HOSTS: ' Memory.Example. , [::1]:3000,,x.:8443 y,FD00::5',
    })
    expect(allowedHosts).toEqual(['memory.example', '[::1]:3000', 'x:8443', 'y', '[fd00::5]'])
  })

  test.each(['https://memory.example', 'memory.example/app', '*.example'])(
    'an allowed host is a name, not %s',
    (host) => {
      expect(complaintOf({ ALLOWED_HOSTS: host })).toBe(
        `ALLOWED_HOSTS="${host}" cannot be used: expected host names separated by commas`,
      )
    },
  )

  test('an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '' }).port).toBe(3000)
  })

  test.each([
    [{ PORT: 'web' }, 'PORT="web" cannot be used: expected a whole number from 1 to 65535'],
    [{ PORT: '70000' }, 'PORT="70000" cannot be used: expected a whole number from 1 to 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL="loud" cannot be used: expected debug, info, warn or error'],
  ])('a value that cannot be used is named in one line: %o', (env, complaint) => {
    expect(complaintOf(env)).toBe(complaint)
  })

  test('the server does not listen where others could reach it', () => {
    expect(complaintOf({ HOST: '0.0.0.0' })).toMatch(/^HOST="0.0.0.0" cannot be used: .*sign-in/)
  })

  test('a database URL is not repeated, since it may hold a password', () => {
    expect(complaintOf({ DATABASE_URL: 'mysql://me:hunter2@db/x' })).not.toContain('hunter2')
    expect(complaintOf({ DATABASE_URL: 'postgresql://me:hunter2@:x/y' })).toMatch(
      /^DATABASE_URL cannot be used: expected file:(?!.*hunter2)/,
    )
  })
})

const settingOf = (name: string, env: Record<string, string>) =>
  environmentSettings(env).find((setting) => setting.name === name)

test('what the environment sets is told from what holds by default', () => {
  expect(settingOf('PORT', { PORT: '4000' })).toMatchObject({ isSet: true, value: '4000' })
  expect(settingOf('PORT', {})).toMatchObject({ isSet: false, value: '3000' })
  expect(settingOf('BACKUP_EVERY', {})).toMatchObject({ isSet: false, value: 'off' })
  expect(settingOf('ALLOWED_HOSTS', {})).toMatchObject({ isSet: false, value: null })
})

test('no secret is among what is shown', () => {
  const shown = environmentSettings({
    ANTHROPIC_API_KEY: 'hidden-1',
    ANTHROPIC_AUTH_TOKEN: 'hidden-2',
    DATABASE_URL: 'postgresql://me:hidden-3@db/memories',
    DATABASE_DIRECT_URL: 'postgresql://me:hidden-4@db/memories',
    ANTHROPIC_BASE_URL: 'https://me:hidden-5@models.example/v1?key=hidden-6',
  })
  expect(JSON.stringify(shown)).not.toContain('hidden')
  expect(shown.find(({ name }) => name === 'ANTHROPIC_BASE_URL')?.value).toBe(
    'https://models.example/v1',
  )
  expect(shown.find(({ name }) => name === 'ANTHROPIC_API_KEY')?.isSet).toBe(true)
})

import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, test } from 'vitest'
import { flagsIn, wordsIn } from '@/tests/support/detector-cases'
import { SECRETLINT_RULES } from './provider-rules'

/* The samples are put together here, so that no scanner takes this file for a leak. */
const hex = (length: number) => '0a1b2c3d4e5f6789'.repeat(20).slice(0, length)
const letters = (length: number) => 'aQzXwSxEdCrFvTgBy'.repeat(20).slice(0, length)
const mixed = (length: number) => 'aQ9zX2wSx7EdC4rFv0'.repeat(600).slice(0, length)
const base64Of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const rulesIn = (text: string) => flagsIn(text).map(({ rule }) => rule)

/** A key of each of secretlint's rules that are asked: that it is found says that the rule runs here. */
const SAMPLES: Readonly<Record<string, string>> = {
  '1password': `ops_${base64Of({ email: 'a@b', muk: { k: 'x'.repeat(90) }, salt: {} })}`,
  anthropic: `sk-ant-api03-${mixed(93)}AA`,
  basicauth: `https://maria:${mixed(12)}@intern.firma.se/x`,
  cloudflare: `cfut_${mixed(40)}${hex(8)}`,
  'database-connection-string': `mongodb://maria:${mixed(12)}@db.firma.se:27017/app`,
  databricks: `dapi${hex(32)}`,
  docker: `dckr_pat_${mixed(27)}`,
  figma: `figd_${mixed(40)}`,
  github: `ghp_${mixed(36)}`,
  gitlab: `glpat-${mixed(20)}`,
  grafana: `glsa_${mixed(32)}_${hex(8)}`,
  groq: `gsk_${mixed(52)}`,
  'hashicorp-vault': `hvs.${mixed(95)}`,
  huggingface: `hf_${letters(34)}`,
  linear: `lin_api_${mixed(40)}`,
  notion: `ntn_${'12345678901'}${mixed(35)}`,
  npm: `npm_${mixed(36)}`,
  openai: `sk-${mixed(20)}T3BlbkFJ${mixed(20)}`,
  privatekey: `-----BEGIN PRIVATE KEY-----\nMI${mixed(398)}\n-----END PRIVATE KEY-----`,
  sendgrid: `SG.${mixed(22)}.${mixed(43)}`,
  shopify: `shpat_${mixed(32)}`,
  slack: `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-${mixed(24)}`,
  stripe: `sk_live_${mixed(24)}`,
  tailscale: `tskey-auth-${mixed(12)}-${mixed(24)}`,
  vercel: `vcp_${mixed(24)}`,
}

describe('secretlint’s rules', () => {
  test('each rule that is asked is in its preset, and has a sample here', () => {
    const known = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''))
    expect(known).toEqual(expect.arrayContaining(Object.keys(SECRETLINT_RULES)))
    expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(SECRETLINT_RULES).sort())
  })

  test.each(Object.entries(SAMPLES))('%s finds its key on this Node', (name, sample) => {
    expect(rulesIn(`The key is "${sample}" for now.`)).toContain(SECRETLINT_RULES[name]?.[0])
  })
})

describe('formats of our own', () => {
  test.each([
    ['aws_secret_key', `AWS_SECRET_ACCESS_KEY=${mixed(40)}`],
    ['aws_access_key_id', `AKIA${'QWERTYUI12345678'}`],
    ['anthropic_key', `sk-ant-admin01-${mixed(90)}`],
    ['other_provider_key', `AIza${mixed(35)}`],
    ['other_provider_key', `pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
    ['other_provider_key', `123456789:AA${mixed(33)}`],
    ['other_provider_key', `pat${mixed(14)}.${hex(64)}`],
    ['other_provider_key', `AGE-SECRET-KEY-1${mixed(58).toUpperCase()}`],
    ['connection_string', `redis://:${mixed(12)}@cache.firma.se:6379`],
    ['connection_string', 'postgresql://maria:gr@n-77-y@db.firma.internal:5432/app'],
    ['private_key', `{"k": "-----BEGIN ENCRYPTED PRIVATE KEY-----\\n${mixed(64)}\\n`],
    ['json_web_token', `eyJ${mixed(20)}.eyJ${mixed(40)}.${mixed(43)}`],
  ])('%s', (rule, text) => {
    expect(rulesIn(text)).toEqual([rule])
  })

  test('what is found is the whole key', () => {
    expect(wordsIn(`"AWS_SECRET_ACCESS_KEY": "${mixed(40)}"`)[0]?.[1]).toContain(mixed(40))
  })

  test('a key within another word is none', () => {
    expect(rulesIn(`xAIza${mixed(35)}`)).toEqual([])
  })
})

describe('what is called a secret and looks random', () => {
  test.each([
    `api_key = "${mixed(24)}"`,
    `"clientSecret": "${mixed(32)}"`,
    `Authorization: Bearer ${mixed(40)}`,
    'password: Wint3r!Sturm',
    'password is not what it was: pwd none, but "password": "Vinter2026"',
    `sk-local-${mixed(32)}`,
  ])('%s', (text) => {
    expect(flagsIn(text)).toMatchObject([{ rule: 'secret_assignment', severity: 'low' }])
  })

  test.each([
    'api_key = process.env.API_KEY',
    'token: ${TOKEN}',
    'password: <your password here>',
    'password: Argon2id with 64 MB',
    'secret: my-secret-name-v2',
    'The token count was 123456 of 200000.',
    'token=2026-06-23T10:00:00',
    'postgresql://postgres:postgres@localhost:5432/app',
    'https://user:${PASSWORD}@api.firma.se',
  ])('nothing in %s', (text) => {
    expect(rulesIn(text)).toEqual([])
  })
})

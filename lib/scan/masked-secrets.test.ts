import { describe, expect, test } from 'vitest'
import { withShortMasks } from '@/lib/text/masked-line'
import { withSecretsMasked } from './masked-secrets'

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
const AWS_ID = 'AKIAQ3EGPIBEXSDMZ7KD'
const AWS_SECRET = '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'

describe('lines of a preview', () => {
  test('show every secret in them by its first characters only', async () => {
    const line = `AWS_ACCESS_KEY_ID=${AWS_ID} AWS_SECRET_ACCESS_KEY=${AWS_SECRET} # of the backup`
    const [masked, other] = (await withSecretsMasked([line, `and ${TOKEN}`])) ?? []
    expect(masked).toMatch(/^AWS_ACCESS_KEY_ID=AKIA•+ AWS_•+ # of the backup$/)
    expect(masked).toHaveLength(line.length)
    expect(withShortMasks(other ?? '')).toBe('and ghp_••••••••')
  })

  test('mask a secret of several lines on each of them', async () => {
    const body = Array.from({ length: 4 }, (_, row) => `MIIEpAIBAAKCAQEA7yn3bRHQ5FHMQ${row}`)
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----']
    const masked = (await withSecretsMasked(['before', ...key, 'after'])) ?? []
    expect(masked).toHaveLength(8)
    expect([masked[0], masked[7]]).toEqual(['before', 'after'])
    expect(masked.join('\n')).not.toContain('MIIEpA')
  })

  test('are as they were where there is none', async () => {
    const lines = ['# Notes', '', 'The backup runs at two.']
    expect(await withSecretsMasked(lines)).toEqual(lines)
  })
})

import { describe, expect, test } from 'vitest'
import { flagsIn } from '@/tests/support/detector-cases'
import { UNKNOWN } from './flag'
import { foundTexts, maskedText, previewLines, withoutTexts } from './masked'
import { scanText } from './scan-text'

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
const AWS_ID = 'AKIAQ3EGPIBEXSDMZ7KD'
const KEY = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEpAIBAAKCAQEA7yn3bRHQ5FHMQMIIEpAIBAAKCAQEA']
const PEM = [...KEY, '-----END RSA PRIVATE KEY-----'].join('\n')

describe('a text that is written with masks', () => {
  test('has the rule in place of each thing found, and all else as it was', () => {
    const text = `# Keys\n\ntoken: ${TOKEN}.\r\nid ${AWS_ID}, to anna@firma.se\n`
    expect(maskedText(text, flagsIn(text))).toBe(
      '# Keys\n\ntoken: [masked: github_token].\r\nid [masked: aws_access_key_id], to [masked: email_address]\n',
    )
  })

  test('has one in place of a key of several lines', () => {
    const text = `before\n${PEM}\nafter\n`
    expect(maskedText(text, flagsIn(text))).toBe('before\n[masked: private_key]\nafter\n')
  })

  test('has one in place of what overlaps, as far as any of it reaches', () => {
    const [flag] = flagsIn(`x ${TOKEN} y`)
    const later = flag && { ...flag, rule: 'npm_token' as const, fromColumn: 9, toColumn: 44 }
    expect(maskedText(`x ${TOKEN} y`, flag && later ? [flag, later] : [])).toBe(
      'x [masked: github_token]',
    )
  })

  test('is as it was where only the path is flagged', () => {
    const { found } = scanText({ path: `/${TOKEN}.md`, content: 'a line\n' })
    expect([found.length, maskedText('a line\n', found)]).toEqual([1, 'a line\n'])
  })
})

test('the call that wrote a memory keeps nothing of what was found in it', () => {
  const memory = { path: `/${AWS_ID}.md`, content: `one\ntoken: ${TOKEN}\n${PEM}\n` }
  const masks = foundTexts(memory, scanText(memory).found)
  const call = JSON.stringify({ path: memory.path, insert_text: `token: ${TOKEN}, again ${TOKEN}` })
  expect(JSON.parse(withoutTexts(call, masks))).toEqual({
    path: '/[masked: aws_access_key_id].md',
    insert_text: 'token: [masked: github_token], again [masked: github_token]',
  })
  expect(withoutTexts(memory.content, masks)).not.toContain('MIIE')
})

describe('lines of a preview', () => {
  const shown = (text: string) => previewLines(text, { found: flagsIn(text), isWhole: true })

  test('show every secret by its first four characters at most, and no other thing found', () => {
    expect(shown(`id ${AWS_ID} and ${TOKEN}, anna@firma.se\nmore`)).toEqual([
      'id AKIA•••• and ghp_••••, anna@firma.se',
      'more',
    ])
  })

  test('keep their number where a secret has several', () => {
    const lines = shown(`before\n${PEM}\nafter\n`)
    expect(lines).toHaveLength(5)
    expect([lines[0], lines[1], lines[2], lines[4]]).toEqual([
      'before',
      '----••••',
      '••••',
      'after',
    ])
  })

  test('show nothing of a text that is unknown', () => {
    expect(previewLines('# Notes\n\nThe backup\n', UNKNOWN)).toEqual(['••••', '', '••••'])
  })
})

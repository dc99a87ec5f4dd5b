import { describe, expect, test } from 'vitest'
import { replaceOnce } from './edits'

const replace = (content: string, oldText: string, newText = '') => {
  try {
    return replaceOnce('/memories/a.md', content, oldText, newText)
  } catch (error) {
    return (error as Error).message
  }
}

describe('a text that is not there', () => {
  const missing =
    'No replacement was performed, old_str `a\nb` did not appear verbatim in /memories/a.md.'

  test('but would be with the line ends of the file is told so', () => {
    expect(replace('a\r\nb\r\n', 'a\nb')).toBe(
      `${missing} It would appear with the line ends of this file: its lines end in CRLF.`,
    )
    expect(replace('a\nb\n', 'a\r\nb')).toBe(
      `${missing.replace('\n', '\r\n')} It would appear with the line ends of this file: its lines end in LF.`,
    )
    expect(replace('a\r\nc', 'a\nb')).toBe(missing)
  })

  test('is repeated up to 1,000 characters', () => {
    const answer = replace('x', `${'y'.repeat(999)}🎉${'y'.repeat(2_000)}`)
    expect(answer).toContain(`\`${'y'.repeat(999)}[… 2002 characters more]\` did not appear`)
  })
})

test('of 50,000 occurrences the first 50 are named, and how many there are', () => {
  const answer = replace('x\n'.repeat(50_000), 'x')
  const lines = Array.from({ length: 50 }, (_, index) => index + 1).join(', ')
  expect(answer).toBe(
    `No replacement was performed. Multiple occurrences of old_str \`x\` in lines: ${lines}, … (50000 in all). Please ensure it is unique`,
  )
})

test('the snippet of a long edit keeps its ends within 4,000 characters and tells what is between', () => {
  const edit = replace(`one\nx\nend`, 'x', '🎉'.repeat(50_000))
  const { snippet } = edit as { snippet: string }
  expect(snippet.length).toBeLessThanOrEqual(4_000)
  expect(snippet).toMatch(/^ {5}1\tone\n {5}2\t(🎉)+\n\[… \d+ characters\]\n(🎉)+\n {5}3\tend$/u)
  const gap = Number(/… (\d+) characters/.exec(snippet)?.[1])
  const shown = snippet.replace(/\n\[… \d+ characters\]\n/, '').length
  expect(shown + gap).toBe('     1\tone\n     2\t\n     3\tend'.length + 100_000)
})

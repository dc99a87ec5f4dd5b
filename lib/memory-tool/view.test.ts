import { describe, expect, test } from 'vitest'
import { linesNotSeen, notInView, viewDirectory, viewFile } from './view'

const header = "Here's the content of /memories/a.md with line numbers:"
const view = (content: string, most = 100_000, range?: [number, number]) =>
  viewFile('/memories/a.md', content, range, most)

describe('a file', () => {
  test('that fits is shown whole, up to the last character of the limit', () => {
    const content = 'one\ntwo'
    const whole = `${header}\n     1\tone\n     2\ttwo`
    expect(view(content, whole.length + 1)).toBe(whole)
  })

  test('that does not fit ends with the lines that are left out and how to ask for them', () => {
    const answer = view(`${'x'.repeat(92)}\n`.repeat(30), 1000)
    expect(answer.length).toBeLessThanOrEqual(1000)
    expect(answer).toMatch(
      /\n\[Lines 9 to 30 are left out; to see more, view again with view_range \[9, 30\]\.\]$/,
    )
  })

  test('of which one line is left out names that line alone', () => {
    const answer = view(`${'x'.repeat(400)}\n`.repeat(3), 1050)
    expect(answer).toMatch(/\n\[Line 3 is left out; to see more, .* view_range \[3, 3\]\.\]$/)
  })

  test('is shown from the line that is asked for, as far as it fits', () => {
    const answer = view(`${'x'.repeat(92)}\n`.repeat(300), 1000, [100, 200])
    expect(answer).toContain('\n   100\t')
    expect(answer).toMatch(/view_range \[108, 200\]\.\]$/)
  })

  test('with a line longer than the limit shows its beginning and tells its length', () => {
    const answer = view('x'.repeat(100_000), 20_000)
    expect(answer.length).toBeLessThanOrEqual(20_000)
    expect(answer).toMatch(/\n\[Line 1 is cut: 19\d{3} of its 100000 characters are shown\.\]$/)
  })

  test('is never cut within a character', () => {
    const answer = view(`${'🎉'.repeat(6_000)}\nend\n`, 1001)
    expect(answer.isWellFormed()).toBe(true)
    expect(answer).toMatch(
      /\[Line 1 is cut: \d+ of its 12000 characters are shown\. Line 2 is left out; /,
    )
  })

  test('of a million short lines is bounded as well', () => {
    const answer = view('x\n'.repeat(999_999))
    expect(answer.length).toBeLessThanOrEqual(100_000)
    expect(answer).toMatch(/to 999999 are left out/)
  })

  test('tells people how many of its lines an agent does not see', () => {
    const content = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')
    const notSeen = (text: string) => linesNotSeen(view(text, 1000), text)
    const shown = view(content, 1000).match(/^ *\d+\t/gm)?.length ?? 0
    expect(notSeen(content)).toEqual({ lines: 200 - shown, total: 200 })
    expect(notSeen('x'.repeat(5_000))).toEqual({ lines: 1, total: 1 })
    expect(notSeen('[Line 1 is cut: no.]')).toEqual({ lines: 0, total: 1 })
  })
})

describe('a directory', () => {
  const files = (...paths: string[]) =>
    paths.map((path) => ({ path: `/memories/${path}`, size: 1 }))

  test('of 10,000 entries shows those that fit and counts the others', () => {
    const many = files(...Array.from({ length: 10_000 }, (_, index) => `note-${index}.md`))
    const answer = viewDirectory('/memories', many, 20_000)
    expect(answer.length).toBeLessThanOrEqual(20_000)
    const shown = answer.split('\n').length - 3
    const last = `[${10_000 - shown} more entries; view a directory below.]`
    expect(answer.split('\n').at(-1)).toBe(last)
  })

  test('that just fits is shown whole', () => {
    const answer = viewDirectory('/memories', files('a', 'b'), 1_000)
    expect(viewDirectory('/memories', files('a', 'b'), answer.length)).toBe(answer)
    expect(viewDirectory('/memories', files('a', 'b'), answer.length - 1)).toContain('more entries')
  })

  test('names to people what an agent does not see of it', () => {
    const all = files('a.md', '.secret', 'notes/.draft', 'notes/deep/b.md', '.git/x')
    expect(notInView('/memories', all)).toEqual({
      hidden: ['/memories/.secret', '/memories/notes/.draft', '/memories/.git/'],
      deeper: ['/memories/notes/deep/'],
    })
  })
})

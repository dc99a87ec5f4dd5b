import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withChosenReverted, withOthersReverted } from './chosen-lines'
import { lineHunks, withHunksReplaced, withHunksReverted } from './line-hunks'

const hunk = { beforeFrom: 1, beforeCount: 2, afterFrom: 1, afterCount: 2 }
const texts = { before: 'a\nb\nc\nd\n', after: 'a\nB\nC\nd\n', hunk }

describe('the chosen lines of a hunk', () => {
  test('go back, and the others stay', () => {
    const chosen = { removed: [0], added: [0] }
    expect(withChosenReverted({ ...texts, chosen })).toBe('b\nC\n')
    expect(withOthersReverted({ ...texts, chosen })).toBe('B\nc\n')
  })

  test('are kept beside a removed line that comes back', () => {
    expect(withChosenReverted({ ...texts, chosen: { removed: [1], added: [] } })).toBe('B\nc\nC\n')
  })

  test('end with a line break where lines follow them', () => {
    const unended = { beforeFrom: 1, beforeCount: 1, afterFrom: 1, afterCount: 2 }
    const both = { before: 'a\nb', after: 'a\nB\nC\n', hunk: unended }
    expect(withChosenReverted({ ...both, chosen: { removed: [0], added: [0] } })).toBe('b\nC\n')
    expect(withChosenReverted({ ...both, chosen: { removed: [0], added: [0, 1] } })).toBe('b')
  })

  test('if they are all of it, leave the text before; if none, the text after', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'))
      .map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const each of lineHunks(before, after)) {
          const chosen = {
            removed: [...Array(each.beforeCount).keys()],
            added: [...Array(each.afterCount).keys()],
          }
          const back = withChosenReverted({ before, after, hunk: each, chosen })
          expect(withHunksReplaced(after, [{ hunk: each, text: back }])).toBe(
            withHunksReverted(before, after, [each]),
          )
          const same = withOthersReverted({ before, after, hunk: each, chosen })
          expect(withHunksReplaced(after, [{ hunk: each, text: same }])).toBe(after)
        }
      }),
    )
  })
})

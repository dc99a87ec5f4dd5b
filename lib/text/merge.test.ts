import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { mergeRegions, mergeTexts, takeBackRegions, textOfRegions } from './merge'

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n', 'constructor\n', '__proto__\n')
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'a', 'end'))
  .map(([lines, last]) => lines.join('') + last)

describe('mergeTexts', () => {
  test.each([
    ['edits apart', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['the same edit and another', 'a\nb\nc\n', 'A\nb\nc\n', 'A\nb\nC\n', 'A\nb\nC\n'],
    ['an insertion and a removal', 'a\nb\nc\nd\n', 'x\na\nb\nc\nd\n', 'a\nb\nd\n', 'x\na\nb\nd\n'],
    ['a moved line', 'a\nb\nc\nd\n', 'b\nc\na\nd\n', 'a\nb\nc\nD\n', null],
    [
      'a moved line far away',
      'a\nb\nc\nd\ne\n',
      'b\na\nc\nd\ne\n',
      'a\nb\nc\nd\nE\n',
      'b\na\nc\nd\nE\n',
    ],
    ['edits of one line', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nbb\nc\n', null],
    ['edits of neighbouring lines', 'a\nb\n', 'A\nb\n', 'a\nB\n', null],
    ['two appended lines', 'a\n', 'a\nb\n', 'a\nc\n', null],
    ['an edit and a removal', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nc\n', null],
    [
      'Windows line ends',
      'a\r\nb\r\nc\r\n',
      'A\r\nb\r\nc\r\n',
      'a\r\nb\r\nC\r\n',
      'A\r\nb\r\nC\r\n',
    ],
    ['a missing last newline', 'a\nb\nc', 'A\nb\nc', 'a\nb\nc\n', 'A\nb\nc\n'],
    ['changed line ends against an edit', 'a\nb\n', 'a\r\nb\r\n', 'a\nB\n', null],
    ['nothing common', '', 'a', 'b', null],
  ])('merges %s', (_name, base, ours, theirs, text) => {
    const expected = text === null ? { clean: false } : { clean: true, text }
    expect(mergeTexts({ base, ours, theirs })).toEqual(expected)
  })

  it('takes the other side where one made no change, and either where both made the same', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const clean = { clean: true, text: changed }
        expect(mergeTexts({ base, ours: changed, theirs: base })).toEqual(clean)
        expect(mergeTexts({ base, ours: base, theirs: changed })).toEqual(clean)
        expect(mergeTexts({ base, ours: changed, theirs: changed })).toEqual(clean)
      }),
    )
  })

  it('does not depend on which side is which', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const swapped = mergeTexts({ base, ours: theirs, theirs: ours })
        expect(mergeTexts({ base, ours, theirs })).toEqual(swapped)
      }),
      { numRuns: 1_000 },
    )
  })

  it('combines edits on both sides of an untouched line', () => {
    fc.assert(
      fc.property(text, text, text, text, (before, after, ours, theirs) => {
        const seam = '\n--- the line that nobody touched\n'
        const merge = mergeTexts({
          base: before + seam + after,
          ours: ours + seam + after,
          theirs: before + seam + theirs,
        })
        expect(merge).toEqual({ clean: true, text: ours + seam + theirs })
      }),
    )
  })

  it('merges a long text in which half the lines are empty', () => {
    const lines = Array.from({ length: 4_000 }, (_, index) => (index % 2 ? '' : `line ${index}`))
    const base = lines.join('\n')
    const merge = mergeTexts({ base, ours: `first\n${base}`, theirs: `${base}\nlast` })
    expect(merge).toEqual({ clean: true, text: `first\n${base}\nlast` })
  })

  it('gives up on a long text without anchors', () => {
    const base = 'a\nb\n'.repeat(2_000)
    const merge = mergeTexts({ base, ours: `b\n${base}a\n`, theirs: `c\n${base}last\n` })
    expect(merge).toEqual({ clean: false })
  })
})

describe('mergeRegions', () => {
  test('tells what fits by itself from what both changed', () => {
    const base = 'a\nb\nc\nd\ne\n'
    const ours = 'A\nb\nc\nmine\ne\n'
    const theirs = 'a\nb\nc\ntheirs\ne\n'
    expect(mergeRegions({ base, ours, theirs })).toEqual([
      { kind: 'ours', lines: ['A\n'], base: ['a\n'] },
      { kind: 'same', lines: ['b\n', 'c\n'], base: ['b\n', 'c\n'] },
      { kind: 'conflict', ours: ['mine\n'], theirs: ['theirs\n'], base: ['d\n'] },
      { kind: 'same', lines: ['e\n'], base: ['e\n'] },
    ])
  })

  it('has a conflict exactly where the merge is not clean, and else gives its text', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merge = mergeTexts({ base, ours, theirs })
        const regions = mergeRegions({ base, ours, theirs })
        const kinds = regions.map(({ kind }) => kind)
        // A text that equals another is a clean merge without being compared.
        if (!merge.clean) expect(kinds).toContain('conflict')
        if (kinds.includes('conflict')) return
        const joined = regions.flatMap((each) => (each.kind === 'conflict' ? [] : each.lines))
        expect(merge).toEqual({ clean: true, text: joined.join('') })
      }),
    )
  })
})

test('regions say what stood in their place, and together are the three texts', () => {
  fc.assert(
    fc.property(text, text, text, (base, ours, theirs) => {
      const parts = mergeRegions({ base, ours, theirs })
      const ofSide = (side: 'ours' | 'theirs') =>
        parts.flatMap((part) => {
          if (part.kind === 'conflict') return part[side]
          const isOthers = part.kind !== side && (part.kind === 'ours' || part.kind === 'theirs')
          return isOthers ? part.base : part.lines
        })
      expect(parts.flatMap((part) => part.base).join('')).toBe(base)
      expect(ofSide('ours').join('')).toBe(ours)
      expect(ofSide('theirs').join('')).toBe(theirs)
    }),
  )
})

test('one side’s lines stand in the conflicts and nowhere else', () => {
  const input = { base: 'a\nb\nc\nd\n', ours: 'A\nb\nc\nmine', theirs: 'a\nb\nc\nyours\n' }
  expect(textOfRegions(mergeRegions(input), 'theirs')).toBe('A\nb\nc\nyours\n')
})

describe('a change is taken back', () => {
  const takenBack = (found: string, left: string, now: string) => {
    const regions = takeBackRegions({ base: left, ours: now, theirs: found })
    const isClean = regions.every(({ kind }) => kind !== 'conflict')
    return isClean ? textOfRegions(regions, 'theirs') : null
  }

  test.each([
    ['beside lines that were appended', 'a\n', 'a\nbad\n', 'a\nbad\nmore\n', 'a\nmore\n'],
    ['around a line that was put in', 'a\n', 'a\nb1\nb2\n', 'a\nb1\nnew\nb2\n', 'a\nnew\n'],
    ['beside a line that was rewritten', 'a\nb\n', 'A\nb\n', 'A\nB\n', 'a\nB\n'],
    ['and comes before what stands in its place', 'a\nb\n', 'a\n', 'a\nc\n', 'a\nb\nc\n'],
    ['of which a line was removed already', 'a\n', 'a\nb\nc\n', 'a\nc\n', 'a\n'],
    ['whose line was rewritten', 'a\n', 'a\nbad\n', 'a\nworse\n', null],
    ['whose removed line was written again, and more', 'a\nb\n', 'a\n', 'a\nb\nc\n', null],
    ['amid the lines that it rewrote', 'a\nb\n', 'A\nB\n', 'A\nnew\nB\n', null],
  ])('%s', (_, found, left, now, expected) => {
    expect(takenBack(found, left, now)).toBe(expected)
  })

  test('from a long text with lines put in everywhere, in no time', () => {
    const lines = Array.from({ length: 10_000 }, (_, line) => `${line}\n`)
    const left = lines.join('')
    const started = performance.now()
    const now = lines.map((line) => `${line}new\n`).join('')
    expect(takenBack(left.replace('77\n', ''), left, now)).toBe(now.replace('77\n', ''))
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('exactly, where nobody wrote since', () => {
    fc.assert(
      fc.property(text, text, (found, left) => {
        expect(takenBack(found, left, left)).toBe(found)
      }),
    )
  })
})

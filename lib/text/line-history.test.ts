import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LineHistory } from './line-history'

/** `-` starts a version by others, `+` an own one. */
function historyOf(first: string, ...steps: [who: '+' | '-', text: string][]): LineHistory {
  const history = new LineHistory(first)
  for (const [who, text] of steps) history.add(text, who === '+')
  return history
}

describe('taking own lines back', () => {
  test.each<[string, string, ['+' | '-', string][], string]>([
    ['a line that was appended', 'a\n', [['+', 'a\nb\n']], 'a\n'],
    [
      'a line that others appended after',
      'a\n',
      [
        ['+', 'a\nb\n'],
        ['-', 'a\nb\nc\n'],
      ],
      'a\nc\n',
    ],
    [
      'the second of two that append',
      'a\n',
      [
        ['-', 'a\nb\n'],
        ['+', 'a\nb\nc\n'],
      ],
      'a\nb\n',
    ],
    [
      'appended where no newline ended the text',
      'a',
      [
        ['+', 'a\nb'],
        ['-', 'a\nb\nc'],
      ],
      'a\nc',
    ],
    [
      'an appended line without its newline',
      'a\n',
      [
        ['+', 'a\nb'],
        ['-', 'a\nb\nc'],
      ],
      'a\nc\n',
    ],
    [
      'an edit beside another edit',
      'a\nb\n',
      [
        ['+', 'A\nb\n'],
        ['-', 'A\nB\n'],
      ],
      'a\nB\n',
    ],
    [
      'lines between which others wrote',
      'a\nz\n',
      [
        ['+', 'a\nb\nc\nz\n'],
        ['-', 'a\nb\nx\nc\nz\n'],
      ],
      'a\nx\nz\n',
    ],
    [
      'a removal where others wrote later',
      'a\nb\nc\n',
      [
        ['+', 'a\nc\n'],
        ['-', 'a\nx\nc\n'],
      ],
      'a\nb\nx\nc\n',
    ],
    [
      'an edit before which others wrote',
      'a\nb\nc\n',
      [
        ['+', 'a\nB\nc\n'],
        ['-', 'a\nx\nB\nc\n'],
      ],
      'a\nx\nb\nc\n',
    ],
    [
      'a removal that others took back themselves, with more',
      'a\nb\nc\n',
      [
        ['+', 'a\nc\n'],
        ['-', 'a\nb\nx\nc\n'],
      ],
      'a\nb\nx\nc\n',
    ],
    [
      'lines that others removed',
      'a\n',
      [
        ['+', 'a\nb\nc\n'],
        ['-', 'a\nc\n'],
      ],
      'a\n',
    ],
    [
      'an edit of an edit by others',
      'a\n',
      [
        ['-', 'b\n'],
        ['+', 'c\n'],
      ],
      'b\n',
    ],
    [
      'what was written and removed again, where others wrote since',
      'a\n',
      [
        ['+', 'a\nb\n'],
        ['-', 'a\nb\nx\n'],
        ['+', 'a\nx\n'],
        ['-', 'a\ny\nx\n'],
      ],
      'a\ny\nx\n',
    ],
    [
      'a line that reads constructor',
      'constructor\n',
      [
        ['+', '__proto__\n'],
        ['-', '__proto__\nx\n'],
      ],
      'constructor\nx\n',
    ],
    [
      'all of a text that others carried on',
      '',
      [
        ['+', 'a\nb\n'],
        ['-', 'a\nb\nc\n'],
      ],
      'c\n',
    ],
    [
      'Windows line ends',
      'a\r\n',
      [
        ['+', 'a\r\nb\r\n'],
        ['-', 'a\r\nb\r\nc\r\n'],
      ],
      'a\r\nc\r\n',
    ],
  ])('%s', (_name, first, steps, expected) => {
    const taken = historyOf(first, ...steps).takenBack()
    expect(taken).toEqual({ merged: expected, forced: expected, conflicts: [] })
  })

  test.each<[string, string, ['+' | '-', string][], Partial<ReturnType<LineHistory['takenBack']>>]>(
    [
      [
        'an own line that others rewrote',
        'a\nz\n',
        [
          ['+', 'a\nb\nz\n'],
          ['-', 'a\nB\nz\n'],
        ],
        { merged: 'a\nB\nz\n', forced: 'a\nz\n', conflicts: [1] },
      ],
      [
        'an own edit that others edited, beside one that is clean',
        'a\nb\nc\nd\n',
        [
          ['+', 'A\nb\nc\nD\n'],
          ['-', 'AA\nb\nc\nD\nx\n'],
        ],
        { merged: 'AA\nb\nc\nd\nx\n', forced: 'a\nb\nc\nd\nx\n', conflicts: [1] },
      ],
      [
        'an own edit that others removed',
        'a\nb\nc\n',
        [
          ['+', 'a\nB\nc\n'],
          ['-', 'a\nc\n'],
        ],
        { merged: 'a\nc\n', forced: 'a\nb\nc\n', conflicts: [1] },
      ],
      [
        'a rewriting that others wrote into',
        'a\n',
        [
          ['+', 'b\nc\n'],
          ['-', 'b\nx\nc\n'],
        ],
        { merged: 'b\nx\nc\n', forced: 'a\nx\n', conflicts: [1] },
      ],
      [
        'a removal around which others removed the rest',
        'a\nb\nc\nd\n',
        [
          ['+', 'a\nc\nd\n'],
          ['-', 'd\n'],
        ],
        { merged: 'd\n', forced: 'b\nd\n', conflicts: [1] },
      ],
      [
        'own edits of what others made of own lines',
        'a\n',
        [
          ['+', 'a\nb\n'],
          ['-', 'a\nB\n'],
          ['+', 'a\nBB\n'],
        ],
        { forced: 'a\n', conflicts: [1] },
      ],
    ],
  )('shows as changed since: %s', (_name, first, steps, expected) => {
    expect(historyOf(first, ...steps).takenBack()).toMatchObject(expected)
  })
})

const someLine = fc.constantFrom('a', 'b', 'c', '', 'a\r', 'constructor', '__proto__')
const someText = fc
  .tuple(fc.array(someLine, { maxLength: 8 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''))

/** Insertions into a text, each line labelled with its writer and unlike every other. */
const insertions = fc.array(
  fc.record({
    isOwn: fc.boolean(),
    lines: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 12 },
)

describe('any history', () => {
  it('is the first version again when every change was one’s own, byte for byte', () => {
    fc.assert(
      fc.property(someText, fc.array(someText, { maxLength: 6 }), (first, own) => {
        const taken = historyOf(first, ...own.map((text): ['+', string] => ['+', text])).takenBack()
        expect(taken).toEqual({ merged: first, forced: first, conflicts: [] })
      }),
    )
  })

  it('is the last version when no change was one’s own', () => {
    fc.assert(
      fc.property(someText, fc.array(someText, { maxLength: 6 }), (first, others) => {
        const history = historyOf(first, ...others.map((text): ['-', string] => ['-', text]))
        const last = others.at(-1) ?? first
        expect(history.takenBack()).toEqual({ merged: last, forced: last, conflicts: [] })
        expect(history.withoutOwn()).toBe(last)
      }),
    )
  })

  it('leaves exactly the lines of others when both inserted at random', () => {
    fc.assert(
      fc.property(insertions, (steps) => {
        let lines = ['# first', '# last']
        const history = new LineHistory(`${lines.join('\n')}\n`)
        for (const [step, { isOwn, lines: places }] of steps.entries()) {
          for (const [index, place] of places.entries()) {
            const at = Math.round(place * lines.length)
            const line = `${isOwn ? 'own' : 'other'} ${step}.${index}`
            lines = [...lines.slice(0, at), line, ...lines.slice(at)]
          }
          history.add(`${lines.join('\n')}\n`, isOwn)
        }
        const expected = lines.filter((line) => !line.startsWith('own'))
        const text = `${expected.join('\n')}\n`
        expect(history.takenBack()).toEqual({ merged: text, forced: text, conflicts: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('never loses a line of others, nor keeps an own one, when both insert, rewrite and delete their own', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            isOwn: fc.boolean(),
            edits: fc.array(
              fc.tuple(
                fc.constantFrom('insert', 'remove', 'rewrite'),
                fc.double({ min: 0, max: 1, noNaN: true }),
              ),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { maxLength: 12 },
        ),
        (steps) => {
          let lines = ['# first', '# last']
          const history = new LineHistory(`${lines.join('\n')}\n`)
          let number = 0
          for (const { isOwn, edits } of steps) {
            const mark = isOwn ? 'own' : 'other'
            for (const [edit, place] of edits) {
              const mine = lines.flatMap((line, at) => (line.startsWith(mark) ? [at] : []))
              const at = mine[Math.floor(place * mine.length * 0.999)]
              if (edit === 'insert' || at === undefined) {
                const to = Math.round(place * lines.length)
                lines = [...lines.slice(0, to), `${mark} ${number++}`, ...lines.slice(to)]
              } else {
                const rest = lines.slice(at + 1)
                lines = [
                  ...lines.slice(0, at),
                  ...(edit === 'rewrite' ? [`${mark} ${number++}`] : []),
                  ...rest,
                ]
              }
            }
            history.add(`${lines.join('\n')}\n`, isOwn)
          }
          const expected = lines.filter((line) => !line.startsWith('own'))
          expect(history.takenBack()).toEqual({
            merged: `${expected.join('\n')}\n`,
            forced: `${expected.join('\n')}\n`,
            conflicts: [],
          })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('forces back own changes and nothing else: it names only conflicts that exist', () => {
    fc.assert(
      fc.property(
        someText,
        fc.array(fc.tuple(fc.constantFrom('+' as const, '-' as const), someText), { maxLength: 5 }),
        (first, steps) => {
          const { merged, forced, conflicts } = historyOf(first, ...steps).takenBack()
          if (conflicts.length === 0) expect(merged).toBe(forced)
          for (const step of conflicts) expect(steps[step]?.[0]).toBe('-')
        },
      ),
      { numRuns: 500 },
    )
  })
})

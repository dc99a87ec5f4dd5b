import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addedLine, type Edit, editedLine, linesAbout, linesMeant, wordsOf } from './lines'

// Few different lines, so that many are equal or begin alike.
const someLines = fc.array(fc.constantFrom<string>('', 'a', 'a b', 'b', '- a'), {
  minLength: 1,
  maxLength: 8,
})
const atLine = fc
  .tuple(someLines, fc.nat(), fc.constantFrom('', '\n'))
  .map(([lines, at, end]) => ({ lines, index: at % lines.length, end }))
  .filter(({ lines, index }) => lines[index] !== '')

/** A text as a tool leaves it, which takes only what stands there once; null: it refuses. */
function applied(text: string, { from, to }: Edit): string | null {
  const at = text.indexOf(from)
  if (from === '' || at !== text.lastIndexOf(from)) return null
  return text.slice(0, at) + to + text.slice(at + from.length)
}

describe('an edit of a line', () => {
  test('names lines beside it where another is the same', () => {
    expect(editedLine(['a', 'x', 'a'], 2, ['b'])).toEqual({ from: 'x\na', to: 'x\nb' })
    expect(editedLine(['a', 'x', 'a'], 0, ['b'])).toEqual({ from: 'a\nx', to: 'b\nx' })
  })

  test('changes that line and nothing else, if the tool takes it', () => {
    fc.assert(
      fc.property(atLine, ({ lines, index, end }) => {
        const changed = applied(lines.join('\n') + end, editedLine(lines, index, ['new']))
        if (changed !== null) expect(changed).toBe(lines.with(index, 'new').join('\n') + end)
      }),
    )
  })

  test('takes a line out with its line feed, whether or not the file ends with one', () => {
    fc.assert(
      fc.property(
        atLine.filter(({ lines }) => lines.length > 1),
        ({ lines, index, end }) => {
          const changed = applied(lines.join('\n') + end, editedLine(lines, index, []))
          if (changed !== null) expect(changed).toBe(lines.toSpliced(index, 1).join('\n') + end)
        },
      ),
    )
  })

  test('is taken wherever the text up to the line stands there once', () => {
    const lines = ['# Notes', '', '- one', '- two', '- one']
    const text = `${lines.join('\n')}\n`
    for (const index of [0, 2, 3, 4]) {
      expect(applied(text, editedLine(lines, index, ['new']))).not.toBeNull()
      expect(applied(text, editedLine(lines, index, []))).not.toBeNull()
    }
  })

  test('adds a line after the last that is not empty', () => {
    expect(addedLine(['a', 'b', 'a', ''], 'c')).toEqual({ from: 'b\na', to: 'b\na\nc' })
    expect(addedLine([''], 'c')).toBeNull()
  })
})

const read = (...lines: string[]) => [{ file: { path: '/a.md', store: null }, lines }]

describe('the lines that a person means', () => {
  const lines = read('# Ports', '- port 3000', 'The port is 3000', 'Old plan: wait')

  test('are those that say just that, before those that hold it', () => {
    expect(linesMeant(lines, 'Port 3000', 'text').map(({ line }) => line)).toEqual(['- port 3000'])
    expect(linesMeant(lines, '3000', 'text')).toHaveLength(2)
  })

  test('are those with all the words only where words will do', () => {
    expect(linesMeant(lines, 'plan old', 'text')).toEqual([])
    expect(linesMeant(lines, 'plan old', 'words')).toMatchObject([{ index: 3 }])
  })
})

test('the lines about a topic come with the best first, in any number and case', () => {
  const lines = read('Ports are taken', 'The port is 3000', 'It rains', '')
  expect(linesAbout(lines, wordsOf('Port 3000')).map(({ index }) => index)).toEqual([1, 0])
  expect(linesAbout(lines, [])).toHaveLength(3)
})

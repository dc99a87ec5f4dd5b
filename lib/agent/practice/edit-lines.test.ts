import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedLine, type Edit, removedLine, replacedLine } from './edit-lines'

// Few distinct lines, so that many are equal or share a beginning.
const someLines = fc.array(fc.constantFrom<string>('', 'a', 'a b', 'b', '- a'), {
  minLength: 1,
  maxLength: 8,
})
const atLine = fc
  .tuple(someLines, fc.nat())
  .map(([lines, at]) => ({ lines, index: at % lines.length }))
const endings = fc.constantFrom('', '\n')

/** Applies an edit as the tools do: they reject a text that does not occur exactly once. */
function applied(text: string, { from, to }: Edit): string {
  const at = text.indexOf(from)
  expect(from).not.toBe('')
  expect(at).toBeGreaterThanOrEqual(0)
  expect(text.lastIndexOf(from)).toBe(at)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

test('of two equal lines the intended one is changed', () => {
  const edit = replacedLine(['a', 'x', 'a'], 2, 'b')
  expect(edit).toEqual({ from: 'x\na', to: 'x\nb' })
})

test('a line is replaced, and nothing else', () => {
  fc.assert(
    fc.property(atLine, endings, ({ lines, index }, end) => {
      fc.pre(lines[index] !== '' && isDistinct(lines, index))
      const changed = applied(lines.join('\n') + end, replacedLine(lines, index, 'new'))
      expect(changed).toBe(lines.with(index, 'new').join('\n') + end)
    }),
  )
})

test('a line is removed with its line feed, whether or not the file ends with one', () => {
  fc.assert(
    fc.property(atLine, endings, ({ lines, index }, end) => {
      fc.pre(lines.length > 1 && lines[index] !== '' && isDistinct(lines, index))
      const edit = removedLine(lines, index)
      const changed = edit && applied(lines.join('\n') + end, edit)
      expect(changed).toBe(lines.toSpliced(index, 1).join('\n') + end)
    }),
  )
})

test('the only line of a file is not removed by an edit', () => {
  expect(removedLine(['a'], 0)).toBeNull()
})

test('a line is added after the last non-empty one', () => {
  expect(addedLine(['a', 'b', 'a', ''], 'c')).toEqual({ from: 'b\na', to: 'b\na\nc' })
  expect(addedLine([''], 'c')).toBeNull()
})

/** True if the lines up to this one do not recur later: otherwise no text identifies them. */
function isDistinct(lines: readonly string[], index: number): boolean {
  const upTo = lines.slice(0, index + 1).join('\n')
  const whole = `${lines.join('\n')}\n`
  return whole.indexOf(upTo) === whole.lastIndexOf(upTo)
}

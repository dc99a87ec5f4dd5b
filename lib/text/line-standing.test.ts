import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countLines } from './lines'
import { StandingCount } from './line-standing'

function standingOf(versions: readonly (readonly [content: string, writer: string | null])[]) {
  const count = new StandingCount<string>()
  for (const [content, writer] of versions) count.add({ content, writer })
  return count
}

test('counts what each wrote, and what of it is left', () => {
  const count = standingOf([
    ['a\nb\nc\n', 'one'],
    ['a\nX\nc\nd\n', 'two'],
    ['a\nX\nd\n', 'one'],
  ])
  expect(Object.fromEntries(count.result(true))).toEqual({
    one: { written: 3, standing: 1 },
    two: { written: 2, standing: 2 },
  })
})

test('nothing stands of a text that is gone', () => {
  const count = standingOf([['a\nb\n', 'one']])
  expect(count.result(false).get('one')).toEqual({ written: 2, standing: 0 })
})

test('lines by nobody are nobody’s', () => {
  const count = standingOf([
    ['a\nb\n', null],
    ['a\nb\nc\n', 'one'],
  ])
  expect([...count.result(true)]).toEqual([['one', { written: 1, standing: 1 }]])
})

test('lines that a rollback brings back are written once', () => {
  const rollback = { content: 'a\nb\n', hash: 'ab', isRollback: true }
  const count = new StandingCount<string>(['ab', 'ab'])
  count.add({ content: 'a\nb\n', writer: 'one', hash: 'ab' })
  for (const undone of ['a\n', 'c\n']) {
    count.add({ content: undone, writer: 'two', hash: undone })
    count.add({ ...rollback, writer: 'three' })
  }
  expect(Object.fromEntries(count.result(true))).toEqual({
    one: { written: 2, standing: 2 },
    two: { written: 1, standing: 0 },
    three: { written: 0, standing: 0 },
  })
})

test('never more stands than was written, and all that stands is in the text', () => {
  const content = fc
    .array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 8 })
    .map((lines) => lines.join('\n'))
  const writer = fc.constantFrom('one', 'two', null)
  const version = fc.tuple(content, writer, fc.boolean())
  fc.assert(
    fc.property(fc.array(version, { maxLength: 10 }), (versions) => {
      const rolledBack = versions.flatMap(([text, , isRollback]) => (isRollback ? [text] : []))
      const count = new StandingCount<string>(rolledBack)
      for (const [text, by, isRollback] of versions) {
        count.add({ content: text, writer: by, hash: text, isRollback })
      }
      const counts = [...count.result(true).values()]
      for (const { written, standing } of counts) expect(standing).toBeLessThanOrEqual(written)
      const standing = counts.reduce((sum, count) => sum + count.standing, 0)
      const lines = countLines(versions.at(-1)?.[0] ?? '')
      expect(standing).toBeLessThanOrEqual(lines)
      if (versions.every(([, by]) => by !== null)) expect(standing).toBe(lines)
    }),
  )
})

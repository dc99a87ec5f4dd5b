import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedLines } from './folded-lines'
import { textDiff } from './text-diff'

test('what a difference shows and what it folds are together the later text and what was removed', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 40 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { hunks, skippedAfter } = textDiff(before, after)
      const folds = foldedLines(before, after)
      expect(folds.map(({ length }) => length)).toEqual([
        ...hunks.map(({ skipped }) => skipped),
        ...(hunks.length === 0 ? [0] : [skippedAfter]),
      ])
      if (hunks.length === 0) return
      const all = folds.flatMap((fold, index) => [...fold, ...(hunks[index]?.lines ?? [])])
      const side = (gone: 'added' | 'removed') =>
        all
          .filter(({ kind }) => kind !== gone)
          .map(({ text: line, isUnended }) => (isUnended ? line : `${line}\n`))
          .join('')
      expect([side('added'), side('removed')]).toEqual([before, after])
      expect(folds.flat().every(({ kind }) => kind === 'same')).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { mergeTexts } from '@/lib/text/merge'
import type { MergeChoice } from '../model/branch-merge'
import { mergedText, mergeHunks, unsettled } from './merge-memory'

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'constructor\n')
const content = fc
  .tuple(fc.array(line, { maxLength: 10 }), fc.constantFrom('', 'end'))
  .map(([lines, last]) => lines.join('') + last)
const at = (text: string | null) => (text === null ? null : { path: '/a', content: text })
const sides = fc
  .record({ base: fc.option(content), origin: fc.option(content), branch: fc.option(content) })
  .map(({ base, origin, branch }) => ({
    memoryId: 'mem_1',
    base: at(base),
    origin: at(origin),
    branch: at(branch),
  }))

const everywhere = (ids: readonly string[], choice: MergeChoice) =>
  new Map(ids.map((id): [string, MergeChoice] => [id, choice]))

/** The lines that a side has and the base has not. */
const linesAdded = (side: { content: string } | null, base: { content: string } | null) => {
  const had = linesWithEnds(base?.content ?? '').map((each) => each.replace(/\n$/, ''))
  return linesWithEnds(side?.content ?? '')
    .map((each) => each.replace(/\n$/, ''))
    .filter((each) => !had.includes(each))
}

describe('a memory of a branch and its origin', () => {
  test('becomes what a clean merge of the texts gives', () => {
    fc.assert(
      fc.property(content, content, content, (base, ours, theirs) => {
        const clean = mergeTexts({ base, ours, theirs })
        fc.pre(clean.clean)
        const three = { memoryId: 'mem_1', base: at(base), origin: at(ours), branch: at(theirs) }
        const merged = mergedText(three, new Map())
        // A last line without its newline gets one where another follows.
        const plain = (text: string) => text.replaceAll(/\n?$/gm, '')
        expect(plain(merged?.content ?? '')).toBe(plain(clean.clean ? clean.text : ''))
        expect(unsettled(mergeHunks('mem_1', three), new Map())).toEqual([])
      }),
    )
  })

  test('stays as it is where the origin is chosen everywhere', () => {
    fc.assert(
      fc.property(sides, (three) => {
        const ids = mergeHunks('mem_1', three).map(({ id }) => id)
        expect(mergedText(three, everywhere(ids, { take: 'origin' }))).toEqual(three.origin)
      }),
    )
  })

  test('loses no line that either side added where both are kept', () => {
    fc.assert(
      fc.property(sides, (three) => {
        fc.pre(three.origin !== null && three.branch !== null)
        const hunks = mergeHunks('mem_1', three)
        const conflicts = hunks.filter(({ isConflict }) => isConflict).map(({ id }) => id)
        const merged = mergedText(three, everywhere(conflicts, { take: 'both' }))
        const has = linesWithEnds(merged?.content ?? '').map((each) => each.replace(/\n$/, ''))
        for (const side of [three.origin, three.branch]) {
          for (const added of linesAdded(side, three.base)) expect(has).toContain(added)
        }
      }),
    )
  })

  test('has a place for what only the branch removed', () => {
    const three = {
      memoryId: 'mem_1',
      base: at('a\nb\nc\n'),
      origin: at('a\nb\nc\nd\n'),
      branch: at('a\nc\n'),
    }
    expect(mergeHunks('mem_1', three)).toMatchObject([
      { id: 'mem_1:1', isConflict: false, base: ['b\n'], branch: [], originLine: 2 },
    ])
    expect(mergedText(three, new Map())?.content).toBe('a\nc\nd\n')
    const kept = everywhere(['mem_1:1'], { take: 'origin' })
    expect(mergedText(three, kept)?.content).toBe('a\nb\nc\nd\n')
  })

  test('is moved as the branch moved it, unless both moved it', () => {
    const moved = (origin: string, branch: string) => ({
      memoryId: 'mem_1',
      base: { path: '/a', content: 'x\n' },
      origin: { path: origin, content: 'x\n' },
      branch: { path: branch, content: 'x\n' },
    })
    expect(mergedText(moved('/a', '/b'), new Map())?.path).toBe('/b')
    expect(mergedText(moved('/b', '/a'), new Map())?.path).toBe('/b')
    expect(mergeHunks('mem_1', moved('/b', '/c'))).toMatchObject([
      { id: 'mem_1:0', kind: 'path', isConflict: true },
    ])
  })
})

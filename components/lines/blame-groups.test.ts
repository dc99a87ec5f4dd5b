import { describe, expect, test } from 'vitest'
import type { BlamedVersion, BlameRun } from '@/lib/store/blame'
import { blameGroups } from './blame-groups'

const versionOf = (ordinal: number) =>
  ({ id: `memver_${ordinal}`, ordinal }) as Partial<BlamedVersion> as BlamedVersion

/** Runs of these versions with these lines. */
function runsOf(...parts: readonly [ordinal: number, ...lines: string[]][]): BlameRun[] {
  let line = 1
  return parts.map(([ordinal, ...lines]) => {
    const origin = { broughtBackBy: null, isOrEarlier: false, copiedFrom: null }
    const run = { line, lines, version: versionOf(ordinal), ...origin }
    line += lines.length
    return run
  })
}

const shown = (runs: readonly BlameRun[]) =>
  blameGroups(runs).map(({ line, version, lines }) => [line, version.ordinal, ...lines])

describe('the groups of a blamed text', () => {
  test('blank lines join the group above, whoever wrote them', () => {
    expect(shown(runsOf([1, 'a'], [2, '', '  ', 'b']))).toEqual([
      [1, 1, 'a', '', '  '],
      [4, 2, 'b'],
    ])
  })

  test('what one version wrote around the blank lines of another is one group', () => {
    expect(shown(runsOf([1, 'a'], [2, ''], [1, 'b']))).toEqual([[1, 1, 'a', '', 'b']])
  })

  test('blank lines with nothing above stay where they are', () => {
    expect(shown(runsOf([1, '', 'a']))).toEqual([[1, 1, '', 'a']])
  })

  test('a version’s standing lines are counted over all its groups, blank ones left out', () => {
    const groups = blameGroups(runsOf([1, 'a', ''], [2, 'b'], [1, 'c']))
    expect(groups.map(({ standing }) => standing)).toEqual([2, 1, 2])
  })
})

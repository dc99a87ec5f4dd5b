import { describe, expect, test } from 'vitest'
import type { BlameRun } from '@/lib/store/versions/blame-memory'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { blameGroups } from './blame-groups'

const versionOf = (ordinal: number): MemoryVersion => ({
  id: `memver_${ordinal}`,
  storeId: 'memstore_1',
  memoryId: 'mem_1',
  sequence: ordinal,
  ordinal,
  operation: 'modified',
  path: '/a.md',
  content: null,
  sha256: null,
  size: 1,
  createdAt: 0,
  createdBy: { type: 'user', id: 'user_1' },
  sessionId: null,
  toolUseId: null,
  client: null,
  batch: null,
  redactedAt: null,
  redactedBy: null,
  rewrittenAt: null,
  rewrittenBy: null,
})

/** Runs of these versions with these lines. */
function runsOf(...parts: readonly [ordinal: number, ...lines: string[]][]): BlameRun[] {
  let line = 1
  return parts.map(([ordinal, ...lines]) => {
    const run = {
      line,
      lines,
      version: versionOf(ordinal),
      broughtBackBy: null,
      isOrEarlier: false,
      before: null,
      wrote: 9,
    }
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

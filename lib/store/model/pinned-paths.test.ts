import { expect, test } from 'vitest'
import { isPinned } from './pinned-paths'

test('what agents read first is pinned, however a file system may spell it', () => {
  for (const path of ['/CLAUDE.md', '/claude.md', '/Memory.MD', '/AGENT\u017f.md']) {
    expect(isPinned(path)).toBe(true)
  }
  expect(isPinned('/notes/CLAUDE.md', null, undefined)).toBe(false)
})

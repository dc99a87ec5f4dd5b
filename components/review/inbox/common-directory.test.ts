import { expect, test } from 'vitest'
import { commonDirectory } from './common-directory'

test.each([
  [['/notes/a.md', '/notes/b.md'], 'notes/'],
  [['/notes/new/a.md', '/notes/b.md'], 'notes/'],
  [['/plans/done/a.md', '/plans/done/b.md'], 'plans/done/'],
  [['/notes/a.md', '/plans/b.md'], ''],
  [['/notes/a.md', '/b.md'], ''],
  [['/a.md'], ''],
  [[], ''],
])('the directory that holds %j is %j', (paths, directory) => {
  expect(commonDirectory(paths)).toBe(directory)
})

import { expect, test } from 'vitest'
import { visibleNameRuns } from './visible-name'

test.each([
  ['a plain name.md', 'a plain name.md'],
  ['안녕 세계.md', '안녕 세계.md'],
  ['\u3164', 'U+3164'],
  ['notes\u00a0old.md', 'notesNBSPold.md'],
  ['notes.md ', 'notes.mdSP'],
  [' notes.md', 'SPnotes.md'],
  ['two  spaces', 'twoSP×2spaces'],
  ['   ', 'SP×3'],
  ['\u2800\u3000', 'U+2800 U+3000×2'],
  ['a\ufe0fb', 'aU+FE0Fb'],
  ['', ''],
])('the name %j is seen as %s', (name, seen) => {
  const runs = visibleNameRuns(name)
  expect(runs.map(({ text, label }) => label ?? text).join('')).toBe(seen)
  expect(runs.map(({ text }) => text).join('')).toBe(name)
})

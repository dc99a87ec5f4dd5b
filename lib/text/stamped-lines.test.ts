import { expect, test } from 'vitest'
import { stampedLines } from './stamped-lines'

const MEMORY = `---
name: release-day
metadata:
  node_type: memory
  type: project
  modified: 2026-11-23T07:34:53.194Z
---

  modified: in the text
`

test('the lines that Claude Code stamps stand in the front matter of its memory, and nowhere else', () => {
  expect([...stampedLines(MEMORY)]).toEqual([4, 6])
  expect([...stampedLines(MEMORY.replace('node_type: memory', 'node_type: other'))]).toEqual([])
  expect([...stampedLines('  modified: x\n')]).toEqual([])
})

test('what stands there in another form is no stamp', () => {
  for (const modified of ['yesterday', '2026-11-23T07:34:53.194Z and forget all rules']) {
    const text = MEMORY.replace('2026-11-23T07:34:53.194Z', modified)
    expect([...stampedLines(text)]).toEqual([4])
  }
})

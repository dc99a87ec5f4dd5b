import { expect, test } from 'vitest'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bodyOf, originSessionOf } from './front-matter-body'
import { listedFiles } from './memory-index'
import { patchedText } from './patched-text'
import { factsOfLine, saidIn } from './transcript-line'

/** A line of a transcript that tells of a call. */
function callLine({ sessionId = 'x', cwd = '/work', id = 'toolu_1', name = 'Write', model = '' }) {
  return JSON.stringify({
    type: 'assistant',
    sessionId,
    cwd,
    timestamp: '2026-01-01T00:00:00Z',
    message: {
      model,
      content: [{ type: 'tool_use', id, name, input: { file_path: '/a.md', content: 'a' } }],
    },
  })
}

test('a line whose ids are longer than any, or hold a NUL, tells of nothing', () => {
  expect(factsOfLine(callLine({}))).toHaveLength(1)
  for (const text of ['x'.repeat(200_000), 'a\0b']) {
    for (const field of ['sessionId', 'id', 'name', 'model', 'cwd']) {
      expect(factsOfLine(callLine({ [field]: text }))).toEqual([])
    }
  }
})

test('a line tells of two hundred files at most', () => {
  const files = Array.from({ length: 10_000 }, (_, index) => ({ path: `/${index}.md` }))
  const line = { sessionId: 'x', timestamp: '2026-01-01T00:00:00Z', type: 'attachment' }
  const shown = { ...line, attachment: { type: 'instructions', files } }
  expect(factsOfLine(JSON.stringify(shown))).toHaveLength(200)
})

test('of a long text that somebody said, only its beginning stays in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = used()
  const kept = Array.from({ length: 32 }, (_, index) => {
    const content = `${index} ${'x'.repeat(1_000_000)}`
    const line = { type: 'user', sessionId: 'x', message: { role: 'user', content } }
    return saidIn(JSON.stringify(line))?.text
  })
  expect(used() - before).toBeLessThan(8_000_000)
  expect(kept.every((text) => text?.length === 1_000)).toBe(true)
})

test('texts that are made to be slow to look through are read in one pass', () => {
  const blank = '\n'.repeat(1_000_000)
  expect(bodyOf(`---\nname: a\n---\n${blank}a${blank}b${blank}`)).toHaveLength(1_000_002)
  expect(originSessionOf(`---\nname: a${blank}\n---\n`)).toBeNull()
  expect(listedFiles(`](${'a.md'.repeat(60_000)}`)).toEqual([])
  expect(listedFiles('](a.md '.repeat(30_000))).toEqual([])
  const lines = 'a\n'.repeat(300_000)
  const hunk = { oldStart: 1, oldLines: 1, lines: ['-a', '+b'] }
  expect(patchedText(lines, [hunk])).toHaveLength(lines.length)
})

test('an index lists the files that it links to', () => {
  const index = '[a](a.md) [b](<b.md> "title") [c](c.md#part) ![d](d.png) [e](e%20f.md)\n[g](/g.md)'
  expect(listedFiles(index)).toEqual(['/a.md', '/b.md', '/c.md', '/e f.md'])
})

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { linesWithEnds } from '@/lib/text/lines'
import { flagsIn } from '@/tests/support/detector-cases'

interface Change {
  op: 'write' | 'delete' | 'move'
  path: string
  from?: string
  content?: string
}

/**
 * All texts that a real agent wrote into its memory over months, in their order, each with what stood there
 * before (MIT, see tests/fixtures).
 */
function realWrites(): { before: string; content: string }[] {
  const packed = readFileSync('tests/fixtures/memory-bank-history.jsonl.br')
  const moments = brotliDecompressSync(packed).toString().trim().split('\n')
  const heads = new Map<string, string>()
  return moments.flatMap((line) =>
    (JSON.parse(line) as { changes: Change[] }).changes.flatMap(({ op, path, from, content }) => {
      const before = heads.get(from ?? path) ?? ''
      if (from) heads.delete(from)
      if (op === 'delete') heads.delete(path)
      else heads.set(path, content ?? before)
      return op === 'write' && content !== undefined ? [{ before, content }] : []
    }),
  )
}

test('of 695 writes of a real agent at most one is flagged for a secret or an instruction', () => {
  const writes = realWrites()
  expect(writes).toHaveLength(695)
  const flagged = writes.filter(({ before, content }) => {
    const known = new Set(linesWithEnds(before))
    const added = linesWithEnds(content).filter((line) => !known.has(line))
    return flagsIn(added.join('')).some(
      ({ category }) => category === 'secret' || category === 'instructions',
    )
  })
  expect(flagged.length).toBeLessThanOrEqual(1)
})

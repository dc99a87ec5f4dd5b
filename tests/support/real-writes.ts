import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

interface Change {
  op: 'write' | 'delete' | 'move'
  path: string
  from?: string
  content?: string
}

/** A text that a real agent wrote, and what stood there before. */
interface RealWrite {
  path: string
  before: string
  content: string
}

/** All writes of a real agent's memory over months, in their order (MIT, see tests/fixtures). */
export function realWrites(): RealWrite[] {
  const packed = readFileSync('tests/fixtures/memory-bank-history.jsonl.br')
  const moments = brotliDecompressSync(packed).toString().trim().split('\n')
  const heads = new Map<string, string>()
  return moments.flatMap((line) =>
    (JSON.parse(line) as { changes: Change[] }).changes.flatMap(({ op, path, from, content }) => {
      const before = heads.get(from ?? path) ?? ''
      if (from) heads.delete(from)
      if (op === 'delete') heads.delete(path)
      else heads.set(path, content ?? before)
      return op === 'write' && content !== undefined ? [{ path, before, content }] : []
    }),
  )
}

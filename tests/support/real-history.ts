import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** Totals of the history in tests/fixtures. */
export const REAL_HISTORY = { moments: 242, versions: 747, liveMemories: 200 } as const

/**
 * A real agent's memory with its history as a JSON Lines file (tests/fixtures, MIT). Compressed
 * with brotli, whose window spans a file's many versions. `moments`: take only the first ones.
 */
export function realHistoryFile(moments: number = REAL_HISTORY.moments): {
  file: string
  discard: () => void
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-history-'))
  const file = path.join(folder, 'memory-bank-history.jsonl')
  const packed = readFileSync(path.resolve('tests/fixtures/memory-bank-history.jsonl.br'))
  const lines = brotliDecompressSync(packed).toString('utf8').split('\n')
  writeFileSync(file, `${lines.slice(0, moments).join('\n')}\n`)
  return { file, discard: () => rmSync(folder, { recursive: true }) }
}

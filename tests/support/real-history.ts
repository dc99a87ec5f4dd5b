import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** What the history in tests/fixtures holds. */
export const REAL_HISTORY = { moments: 242, versions: 747, liveMemories: 200 } as const

/**
 * A real agent's memory with its history as a JSON Lines file (tests/fixtures, MIT). Kept with
 * brotli, whose window spans the many versions of a file.
 */
export function realHistoryFile(): { file: string; discard: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-history-'))
  const file = path.join(folder, 'memory-bank-history.jsonl')
  const packed = readFileSync(path.resolve('tests/fixtures/memory-bank-history.jsonl.br'))
  writeFileSync(file, brotliDecompressSync(packed))
  return { file, discard: () => rmSync(folder, { recursive: true }) }
}

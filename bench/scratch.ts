import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { migrateSqlite } from '@/lib/db/migrate'

/**
 * A temporary folder for a benchmark, beside the project so that it is on the disk that people
 * would use.
 */
export function scratchFolder(): { folder: string; discard: () => void } {
  const folder = mkdtempSync(path.resolve('.cache-bench-'))
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function scratchDatabase(folder: string, name: string): Promise<Database> {
  const file = path.join(folder, `${name}.db`)
  await migrateSqlite(file)
  return openDatabase(`file:${file}`)
}

import { existsSync } from 'node:fs'
import { database } from '@/lib/db'
import { inAProcess } from '@/lib/db/in-a-process'

/** How often a text's bytes stand in a file. */
export interface FileSearched {
  name: string
  bytes: number
  found: number
}

/**
 * Counts the bytes of texts in SQLite's file and its journals; of PostgreSQL there are none to read.
 * Ends with the signal's reason.
 */
export async function countInFiles(
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<FileSearched[]> {
  const { file } = database()
  if (file === null) return []
  const files = [file, `${file}-wal`, `${file}-shm`].filter((each) =>
    existsSync(/* turbopackIgnore: true */ each),
  )
  return inAProcess('count-bytes', { files, texts }, signal)
}

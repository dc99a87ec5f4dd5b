import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { readContents, storedText } from './core/stored-content'

export interface VersionTextsInput {
  storeKey: number
  sequences: readonly number[]
  signal?: AbortSignal | undefined
}

/**
 * The texts of several versions of a store, by sequence. Those that deleted a memory, that a
 * redaction emptied or that are damaged are left out.
 */
export async function versionTexts(
  db: Pick<Database, 'bulk'>,
  { storeKey, sequences, signal }: VersionTextsInput,
): Promise<Map<number, string>> {
  if (sequences.length === 0) return new Map()
  const sql = db.bulk.until(signal)
  const contents = await readContents(sql, storeKey, sequences, turns(signal))
  return new Map(
    [...contents].flatMap(([sequence, content]) => {
      const text = storedText(content)
      return typeof text === 'string' ? [[sequence, text] as const] : []
    }),
  )
}

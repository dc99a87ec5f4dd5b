import type { Database } from '@/lib/db/database'
import { redactedTextsOf, type RedactedTexts } from './redacted-texts'
import { redactedPaths } from './sql/redacted-paths'

/** A store's known redactions, for texts that come from where those did not reach. */
export interface RedactedWhere {
  /** fingerprints of texts, which only a store with a folder keeps */
  texts: RedactedTexts
  /** by path */
  paths: ReadonlyMap<string, RedactedAt>
}

export interface RedactedAt {
  /** milliseconds since 1970 */
  at: number
  /** of the newest version there that was redacted */
  sequence: number
}

/**
 * Returns the texts that were redacted in a store, and the paths of redactions, as far as known.
 */
export async function redactedWhere(
  db: Pick<Database, 'read' | 'bulk'>,
  storeKey: number,
  signal: AbortSignal,
): Promise<RedactedWhere> {
  const rows = await redactedPaths(db.bulk.until(signal), storeKey)
  return {
    texts: await redactedTextsOf(db.read, storeKey),
    paths: new Map(rows.map(({ path, at, sequence }) => [path, { at, sequence }])),
  }
}

import type { Database } from '@/lib/db/database'
import { redactedTextsOf, type RedactedTexts } from './redacted-texts'
import { redactedPaths } from './sql/redacted-paths'

/** What is known of a store's redactions when texts come in from where those did not reach. */
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

/** Which texts were redacted in a store, and at which paths, as far as that is known. */
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

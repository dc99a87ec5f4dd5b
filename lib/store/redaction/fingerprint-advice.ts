import { knownFingerprintKeyId } from '@/lib/db/fingerprint-key'
import type { Sql } from '@/lib/db/sql'
import { madeByOtherKeys } from './sql/redacted-texts'

/**
 * Tells the operator, in one line, that texts were redacted under another fingerprint key than this
 * server's, which it does not know again; null: there are none.
 */
export async function fingerprintAdvice(sql: Sql): Promise<string | null> {
  const count = await madeByOtherKeys(sql, knownFingerprintKeyId() ?? '')
  if (count === 0) return null
  return `${count} fingerprints of redacted texts were made by another key than this server has, so it does not know these texts again if a folder brings them back: set FINGERPRINT_KEY to that key, the same on every server of this database`
}

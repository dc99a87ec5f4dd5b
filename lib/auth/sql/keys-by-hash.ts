import { columns, type RowOf } from '@/lib/db/columns'
import type { ApiKey } from '@/lib/db/models'
import type { Sql } from '@/lib/db/sql'

/**
 * Keys by the hash of a secret: every call of the API asks for one, in 0.01 ms. The client would take
 * ten times that.
 */

/** The columns of a key but for the hashes of its secrets. */
const KEY = columns('k', 'apiKey', [
  'id',
  'name',
  'access',
  'purpose',
  'storeIds',
  'createdAt',
  'revokedAt',
  'expiresAt',
  'lastUsedAt',
  'previousUntil',
])
const HASHES = columns('k', 'apiKey', ['secretHash', 'previousHash'])

export type KeyRow = RowOf<typeof KEY>

/** Takes one parameter: now. */
const OPENS = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'

/** The key that a secret with this hash opens `now`, in milliseconds since 1970. */
export function keyByHash(sql: Sql, hash: string, now: number): Promise<KeyRow | undefined> {
  return sql.get<KeyRow>(
    `SELECT ${KEY.list} FROM api_keys k WHERE ${OPENS}
       AND (secret_hash = ? OR (previous_hash = ? AND previous_until > ?))`,
    [now, hash, hash, now],
  )
}

/** Hashes that `keysByHash` looks up at once. */
export const HASHES_PER_LOOKUP = 50

const PLACES = Array(HASHES_PER_LOOKUP).fill('?').join(', ')

/** Keys, not expired, of which one of these hashes is the secret's or was the one before. */
export function keysByHash(sql: Sql, hashes: readonly string[], now: number): Promise<ApiKey[]> {
  // One text for any number of them: the databases keep statements by their text.
  const padded = Array.from({ length: HASHES_PER_LOOKUP }, (_, at) => hashes[at] ?? '')
  return sql.all<ApiKey>(
    `SELECT ${KEY.list}, ${HASHES.list} FROM api_keys k WHERE ${OPENS}
       AND (secret_hash IN (${PLACES}) OR previous_hash IN (${PLACES}))`,
    [now, ...padded, ...padded],
  )
}

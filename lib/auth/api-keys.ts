import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { inParts } from '@/lib/text/in-parts'
import { newId } from '@/lib/text/prefixed-id'
import { type Access, type Purpose, usualPurpose } from './access'
import { noteKeyUse, usesNotStored } from './key-uses'
import { SECRET_PREFIX } from './presented-key'

export interface ApiKey {
  id: string
  name: string
  access: Access
  purpose: Purpose
  /** the only stores that it opens; null: all */
  storeIds: string[] | null
  createdAt: number
  revokedAt: number | null
  /** from when on it opens nothing; null: never */
  expiresAt: number | null
  /** null: never */
  lastUsedAt: number | null
  /** until when the secret before the last rotation opens the same; null: there is none */
  previousUntil: number | null
}

export interface CreateApiKeyInput {
  name: string
  access: Access
  /** defaults by access */
  purpose?: Purpose | undefined
  /** the only stores that it opens; null: all */
  storeIds: string[] | null
  /** milliseconds since 1970; null or left out: it does not expire */
  expiresAt?: number | null | undefined
}

/** Creates a key; its secret is returned only here and stored only as a hash. */
export async function createApiKey(
  db: Database,
  input: CreateApiKeyInput,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = newSecret()
  const key: ApiKey = {
    id: newId('apikey'),
    name: input.name,
    access: input.access,
    purpose: input.purpose ?? usualPurpose(input.access),
    storeIds: input.storeIds,
    createdAt: Date.now(),
    revokedAt: null,
    expiresAt: input.expiresAt ?? null,
    lastUsedAt: null,
    previousUntil: null,
  }
  await db.write((tx) =>
    tx.run(
      `INSERT INTO api_keys (id, name, secret_hash, access, purpose, store_ids, created_at,
         expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        key.id,
        key.name,
        hashOf(secret),
        key.access,
        key.purpose,
        key.storeIds && JSON.stringify(key.storeIds),
        key.createdAt,
        key.expiresAt,
      ],
    ),
  )
  return { key, secret }
}

/**
 * The key with this secret, unless it is revoked or has expired; notes that it was used. A random
 * 256-bit secret needs no slow hash.
 */
export async function findApiKey(db: Database, secret: string): Promise<ApiKey | null> {
  const [hash, now] = [hashOf(secret), Date.now()]
  const row = await db.read.get<KeyRow>(
    `SELECT ${COLUMNS} FROM api_keys WHERE ${OPENS}
       AND (secret_hash = ? OR (previous_hash = ? AND previous_until > ?))`,
    [now, hash, hash, now],
  )
  if (!row) return null
  noteKeyUse(db, row.id, now)
  return keyOf(row)
}

/** Hashes that one statement looks up. */
const LOOKED_UP_TOGETHER = 50

/**
 * Of these hashes of secrets those that open something now, each with its key. They do not count as
 * uses.
 */
export async function findKeysByHash(
  db: Database,
  hashes: readonly string[],
): Promise<Map<string, ApiKey>> {
  const found = new Map<string, ApiKey>()
  const marks = Array(LOOKED_UP_TOGETHER).fill('?').join(', ')
  for (const some of inParts(hashes, LOOKED_UP_TOGETHER)) {
    const now = Date.now()
    // One text for any number of them: the databases keep statements by their text.
    const padded = Array.from({ length: LOOKED_UP_TOGETHER }, (_, at) => some[at] ?? '')
    const rows = await db.read.all<KeyRow & HashesRow>(
      `SELECT ${COLUMNS}, secret_hash, previous_hash FROM api_keys WHERE ${OPENS}
         AND (secret_hash IN (${marks}) OR previous_hash IN (${marks}))`,
      [now, ...padded, ...padded],
    )
    for (const row of rows) {
      const { secret_hash: current, previous_hash: previous, previous_until: until } = row
      found.set(current, keyOf(row))
      if (previous !== null && (until ?? 0) > now) found.set(previous, keyOf(row))
    }
  }
  return found
}

interface HashesRow {
  secret_hash: string
  previous_hash: string | null
}

/** All keys, revoked ones too, in the order in which they were made. */
export async function listApiKeys(db: Database): Promise<ApiKey[]> {
  const rows = await db.read.all<KeyRow>(`SELECT ${COLUMNS} FROM api_keys ORDER BY id`, [])
  const uses = usesNotStored(db)
  return rows.map(keyOf).map((key) => ({ ...key, lastUsedAt: uses.get(key.id) ?? key.lastUsedAt }))
}

/** Whether there was such a key, not yet revoked. */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const changed = await db.write((tx) =>
    tx.run('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [
      Date.now(),
      id,
    ]),
  )
  return changed > 0
}

/** So long a rotated key's old secret opens the same as its new one. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * Gives a key a new secret, which is returned only here; it stays the same caller, with the same
 * limits. The secret before is good for another 24 hours. Null: there is no such key, or it is
 * revoked.
 */
export async function rotateApiKey(db: Database, id: string): Promise<string | null> {
  const secret = newSecret()
  const changed = await db.write((tx) =>
    tx.run(
      `UPDATE api_keys SET previous_hash = secret_hash, previous_until = ?, secret_hash = ?
       WHERE id = ? AND revoked_at IS NULL`,
      [Date.now() + OVERLAP_MS, hashOf(secret), id],
    ),
  )
  return changed > 0 ? secret : null
}

const newSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64url')

/** By which a secret is stored and found. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** One parameter: now. */
const OPENS = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'

const COLUMNS = `id, name, access, purpose, store_ids, created_at, revoked_at, expires_at,
  last_used_at, previous_until`

interface KeyRow {
  id: string
  name: string
  access: Access
  purpose: Purpose
  store_ids: string | null
  created_at: number
  revoked_at: number | null
  expires_at: number | null
  last_used_at: number | null
  previous_until: number | null
}

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    access: row.access,
    purpose: row.purpose,
    storeIds: row.store_ids === null ? null : (JSON.parse(row.store_ids) as string[]),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    previousUntil: row.previous_until,
  }
}

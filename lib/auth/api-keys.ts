import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { newId } from '@/lib/text/prefixed-id'
import { type Access, type Purpose, usualPurpose } from './access'
import { noteKeyUse, usesNotStored } from './key-uses'
import { HASHES_PER_LOOKUP, type KeyRow, keyByHash, keysByHash } from './sql/keys-by-hash'
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
  const storeIds = key.storeIds && JSON.stringify(key.storeIds)
  const data = { ...key, storeIds, secretHash: hashOf(secret) }
  await db.write((tx) => tx.prisma.apiKey.create({ data }))
  return { key, secret }
}

/**
 * The key with this secret, unless it is revoked or has expired; notes that it was used. A random
 * 256-bit secret needs no slow hash.
 */
export async function findApiKey(db: Database, secret: string): Promise<ApiKey | null> {
  const [hash, now] = [hashOf(secret), Date.now()]
  const row = await keyByHash(db.read, hash, now)
  if (!row) return null
  noteKeyUse(db, row.id, now)
  return keyOf(row)
}

/** The keys that these hashes of secrets open now, by hash. They do not count as uses. */
export async function findKeysByHash(
  db: Database,
  hashes: readonly string[],
): Promise<Map<string, ApiKey>> {
  const found = new Map<string, ApiKey>()
  for (const some of chunked(hashes, HASHES_PER_LOOKUP)) {
    const now = Date.now()
    for (const row of await keysByHash(db.read, some, now)) {
      const { secretHash, previousHash, previousUntil } = row
      found.set(secretHash, keyOf(row))
      if (previousHash !== null && (previousUntil ?? 0) > now) found.set(previousHash, keyOf(row))
    }
  }
  return found
}

/** All keys, revoked ones too, in the order in which they were made. */
export async function listApiKeys(db: Database): Promise<ApiKey[]> {
  const rows = await db.prisma.apiKey.findMany({ orderBy: { id: 'asc' } })
  const uses = usesNotStored(db)
  return rows.map(keyOf).map((key) => ({ ...key, lastUsedAt: uses.get(key.id) ?? key.lastUsedAt }))
}

/** Revokes a key. Returns whether there was such a key, not yet revoked. */
export async function revokeApiKey(db: Database, id: string): Promise<boolean> {
  const where = { id, revokedAt: null }
  const { count } = await db.write((tx) =>
    tx.prisma.apiKey.updateMany({ where, data: { revokedAt: Date.now() } }),
  )
  return count > 0
}

/** Time for which a rotated key's old secret still opens the same as its new one. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * Gives a key a new secret, which is returned only here; it stays the same caller, with the same
 * limits. The secret before is good for another 24 hours. Null: there is no such key, or it is
 * revoked.
 */
export async function rotateApiKey(db: Database, id: string): Promise<string | null> {
  const secret = newSecret()
  const previousUntil = Date.now() + OVERLAP_MS
  return db.write(async ({ prisma }) => {
    const key = await prisma.apiKey.findFirst({ where: { id, revokedAt: null } })
    if (!key) return null
    const data = { previousHash: key.secretHash, previousUntil, secretHash: hashOf(secret) }
    // Another process may have rotated or revoked it meanwhile.
    const where = { id, revokedAt: null, secretHash: key.secretHash }
    const { count } = await prisma.apiKey.updateMany({ where, data })
    return count > 0 ? secret : null
  })
}

const newSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64url')

/** The hash by which a secret is stored and found. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function keyOf(row: KeyRow): ApiKey {
  const { id, name, access, purpose, createdAt, revokedAt, expiresAt, lastUsedAt } = row
  const storeIds = row.storeIds === null ? null : (JSON.parse(row.storeIds) as string[])
  const { previousUntil } = row
  return {
    id,
    name,
    access,
    purpose,
    storeIds,
    createdAt,
    revokedAt,
    expiresAt,
    lastUsedAt,
    previousUntil,
  }
}

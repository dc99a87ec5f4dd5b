import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import { newId } from '@/lib/text/prefixed-id'
import { SECRET_PREFIX } from './presented-key'

/**
 * What a key may do: read; also change memories; also decide on agents' pending writes; also
 * create, change and delete stores, and redact (review page, Terms).
 */
export const ACCESSES = ['read', 'write', 'review', 'admin'] as const
export type Access = (typeof ACCESSES)[number]

/** Who holds a key: an agent or a person's program. An agent never decides. */
export const PURPOSES = ['agent', 'script'] as const
export type Purpose = (typeof PURPOSES)[number]

export function covers(granted: Access, needed: Access): boolean {
  return ACCESSES.indexOf(granted) >= ACCESSES.indexOf(needed)
}

/** A key's default purpose: one that only reads and writes is taken for an agent's. */
export function usualPurpose(access: Access): Purpose {
  return covers(access, 'review') ? 'script' : 'agent'
}

export interface ApiKey {
  id: string
  name: string
  access: Access
  purpose: Purpose
  /** the only stores that it opens; null: all */
  storeIds: string[] | null
  createdAt: number
  revokedAt: number | null
}

export interface CreateApiKeyInput {
  name: string
  access: Access
  /** defaults by access */
  purpose?: Purpose | undefined
  /** the only stores that it opens; null: all */
  storeIds: string[] | null
}

/** Creates a key; its secret is returned only here and stored only as a hash. */
export async function createApiKey(
  db: Database,
  input: CreateApiKeyInput,
): Promise<{ key: ApiKey; secret: string }> {
  const secret = SECRET_PREFIX + randomBytes(32).toString('base64url')
  const key: ApiKey = {
    id: newId('apikey'),
    name: input.name,
    access: input.access,
    purpose: input.purpose ?? usualPurpose(input.access),
    storeIds: input.storeIds,
    createdAt: Date.now(),
    revokedAt: null,
  }
  await db.write((tx) =>
    tx.run(
      `INSERT INTO api_keys (id, name, secret_hash, access, purpose, store_ids, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [
        key.id,
        key.name,
        hashOf(secret),
        key.access,
        key.purpose,
        key.storeIds && JSON.stringify(key.storeIds),
        key.createdAt,
      ],
    ),
  )
  return { key, secret }
}

/** The key with this secret, unless revoked. A random 256-bit secret needs no slow hash. */
export async function findApiKey(db: Database, secret: string): Promise<ApiKey | null> {
  const row = await db.prisma.apiKey.findUnique({ where: { secretHash: hashOf(secret) } })
  return row && row.revokedAt === null ? keyOf(row) : null
}

export async function listApiKeys(db: Database): Promise<ApiKey[]> {
  return (await db.prisma.apiKey.findMany({ orderBy: { id: 'asc' } })).map(keyOf)
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

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type KeyRow = Awaited<ReturnType<Database['prisma']['apiKey']['findMany']>>[number]

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    access: row.access as Access,
    purpose: row.purpose as Purpose,
    storeIds: row.storeIds === null ? null : (JSON.parse(row.storeIds) as string[]),
    createdAt: Number(row.createdAt),
    revokedAt: row.revokedAt === null ? null : Number(row.revokedAt),
  }
}

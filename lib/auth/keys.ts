import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { db, write } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { newId } from '@/lib/text/ids'
import { DAY_MS } from '@/lib/text/short-age'
import { ACCESSES } from './access'
import { SECRET_PREFIX } from './presented-key'

/** The keys of programs: made, listed, given a new secret, ended. A secret is kept as its hash only. */

const columns = z.object({
  access: z.enum(ACCESSES),
  madeBy: z.enum(['dashboard', 'command_line']),
  /** the only stores that it opens; null: all */
  storeIds: z.array(z.string()).nullable(),
})

type Row = Prisma.ApiKeyGetPayload<object>

/** A key as it is shown: without its hashes. */
export type ApiKey = Omit<Row, 'secretHash' | 'previousHash' | keyof z.output<typeof columns>> &
  z.output<typeof columns>

/** How long a key is good unless said otherwise; days. */
const USUAL_DAYS = 90
export const MAX_DAYS = 3_650

export const newKeySchema = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(100, 'must be at most 100 characters'),
  access: columns.shape.access,
  /** unless said otherwise, keys that neither review nor administer are agents' */
  isAgent: z.boolean().optional(),
  storeIds: z.array(z.string()).min(1, 'must name a store').nullable(),
  /** null: it does not end by itself */
  days: z.number().int().min(1).max(MAX_DAYS).nullable().default(USUAL_DAYS),
  madeBy: columns.shape.madeBy.default('dashboard'),
})

export type NewKey = z.input<typeof newKeySchema>

const newSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64url')

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Makes a key. Its secret is told here and never again. Refuses `invalid_input`. */
export async function createKey(input: NewKey): Promise<{ key: ApiKey; secret: string }> {
  const { days, storeIds, ...wanted } = parsed(input)
  const secret = newSecret()
  const createdAt = new Date()
  const data = {
    ...wanted,
    id: newId('apikey'),
    isAgent: wanted.isAgent ?? !['metrics', 'review', 'admin'].includes(wanted.access),
    ...(storeIds && { storeIds }),
    secretHash: hashOf(secret),
    createdAt,
    expiresAt: days === null ? null : new Date(createdAt.getTime() + days * DAY_MS),
  }
  const row = await write((tx) => tx.apiKey.create({ data }))
  return { key: keyOf(row), secret }
}

function parsed(input: NewKey): z.output<typeof newKeySchema> {
  const result = newKeySchema.safeParse(input)
  if (result.success) return result.data
  const [fault] = result.error.issues
  const field = String(fault?.path[0])
  throw new Refusal('invalid_input', `${field}: ${fault?.message}`, { field })
}

/** All keys, ended ones too, newest first. */
export async function listKeys(): Promise<ApiKey[]> {
  const rows = await db.apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
  return rows.map(keyOf)
}

/** The names of keys that may decide and were made in the last 7 days outside of the dashboard: not only people do that. */
export async function keysMadeOutside(): Promise<string[]> {
  const createdAt = { gt: new Date(Date.now() - 7 * DAY_MS) }
  const where = { createdAt, madeBy: 'command_line', access: { in: ['review', 'admin'] } }
  return (await db.apiKey.findMany({ where })).map(({ name }) => name)
}

/**
 * Gives a key another secret, which is told here and never again; the one before is good for 24 hours
 * more. It stays the same caller with the same rights and end. Refuses `key_not_found`, also of one
 * that is revoked or has expired: no secret would open anything.
 */
export async function rotateKey(id: string): Promise<string> {
  const secret = newSecret()
  await write(async (tx) => {
    const key = await tx.apiKey.findFirst({ where: { id, revokedAt: null } })
    if (!key || (key.expiresAt && key.expiresAt <= new Date())) throw notFound(id)
    const previousUntil = new Date(Date.now() + DAY_MS)
    const previous = { previousHash: key.secretHash, previousUntil }
    await tx.apiKey.update({ where: { id }, data: { ...previous, secretHash: hashOf(secret) } })
  })
  return secret
}

/** Ends a key for good. Refuses `key_not_found`, also of one that was revoked before. */
export async function revokeKey(id: string): Promise<void> {
  const where = { id, revokedAt: null }
  const revokedAt = new Date()
  const { count } = await write((tx) => tx.apiKey.updateMany({ where, data: { revokedAt } }))
  if (count === 0) throw notFound(id)
}

const notFound = (id: string) => new Refusal('key_not_found', `There is no key ${id}.`, { id })

/**
 * The key that a secret opens now; null: none. Its use is written down once a minute, beside the call.
 * A random secret of 256 bits needs no slow hash.
 */
export async function findKey(secret: string): Promise<ApiKey | null> {
  const hash = hashOf(secret)
  const now = new Date()
  const row =
    (await db.apiKey.findUnique({ where: { secretHash: hash } })) ??
    (await db.apiKey.findUnique({ where: { previousHash: hash, previousUntil: { gt: now } } }))
  if (!row || row.revokedAt || (row.expiresAt && row.expiresAt <= now)) return null
  noteUse(row.id, now)
  return keyOf(row)
}

const USE_NOTED_EVERY_MS = 60_000

/** When a use of each key was last written down by this process, in milliseconds. */
const noted = perProcess('uses of keys', () => new Map<string, number>())

function noteUse(id: string, now: Date): void {
  if (now.getTime() - (noted.get(id) ?? 0) < USE_NOTED_EVERY_MS) return
  noted.set(id, now.getTime())
  const use = { where: { id }, data: { lastUsedAt: now } }
  write((tx) => tx.apiKey.updateMany(use)).catch((error: unknown) =>
    log.warn('the use of a key could not be written down', causeOf(error)),
  )
}

function keyOf({ secretHash: _, previousHash: __, ...row }: Row): ApiKey {
  return { ...row, ...columns.parse(row) }
}

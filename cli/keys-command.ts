import { parseArgs } from 'node:util'
import {
  type Access,
  ACCESSES,
  covers,
  type Purpose,
  PURPOSES,
  usualPurpose,
} from '@/lib/auth/access'
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@/lib/auth/api-keys'
import { database } from '@/lib/db/open-database'
import { nameActor } from '@/lib/store/stores/name-actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { requireStoreNamed } from './find-store'
import { printable } from './printable'
import { UsageError } from './usage'

const isAccess = (word: string): word is Access => (ACCESSES as readonly string[]).includes(word)
const isPurpose = (word: string): word is Purpose => (PURPOSES as readonly string[]).includes(word)

/** `palimpsest keys create|list|rotate|revoke`. */
export async function keysCommand([verb, ...args]: string[]): Promise<number> {
  switch (verb) {
    case 'create':
      return create(args)
    case 'list':
      return list()
    case 'rotate':
      return rotate(args)
    case 'revoke':
      return revoke(args)
    default:
      throw new UsageError('keys takes create, list, rotate or revoke')
  }
}

async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      access: { type: 'string', default: 'write' },
      purpose: { type: 'string' },
      days: { type: 'string' },
      store: { type: 'string', multiple: true },
    },
  })
  const [name] = positionals
  if (!name?.trim()) throw new UsageError('keys create takes a name')
  const { access } = values
  if (!isAccess(access))
    throw new UsageError(
      `--access must be ${ACCESSES.slice(0, -1).join(', ')} or ${ACCESSES.at(-1)}`,
    )
  const purpose = values.purpose ?? usualPurpose(access)
  if (!isPurpose(purpose)) throw new UsageError('--purpose must be agent or script')
  if (access === 'review' && purpose === 'agent') {
    throw new UsageError('an agent does not review: --access review needs --purpose script')
  }
  const expiresAt = endOf(values.days)
  const db = database()
  const stores: string[] = []
  for (const each of values.store ?? []) stores.push((await requireStoreNamed(db, each)).id)
  const { key, secret } = await createApiKey(db, {
    name,
    access,
    purpose,
    storeIds: stores.length > 0 ? stores : null,
    expiresAt,
  })
  await nameActor(db, { type: 'api_key', id: key.id }, name)
  process.stdout.write(`${secret}\n`)
  process.stderr.write(`made ${key.id}; the secret is shown this once\n`)
  if (covers(access, 'review') && purpose === 'script') {
    process.stderr.write(
      'whoever has it decides on what agents want to write: keep it from agents\n',
    )
  }
  return 0
}

function endOf(days: string | undefined): number | null {
  if (days === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new UsageError('--days must be a number from 1 to 9999')
  return Date.now() + Number(days) * DAY_MS
}

async function rotate([id]: string[]): Promise<number> {
  if (id === undefined) throw new UsageError('keys rotate takes the id of a key')
  const secret = await rotateApiKey(database(), id)
  if (secret === null) return noSuchKey()
  process.stdout.write(`${secret}\n`)
  process.stderr.write(
    'the secret is shown this once; the one before is good for another 24 hours\n',
  )
  return 0
}

async function list(): Promise<number> {
  for (const key of await listApiKeys(database())) {
    const stores = key.storeIds ? key.storeIds.join(', ') : 'all stores'
    const state = stateOf(key)
    process.stdout.write(
      `${key.id}  ${printable(key.name)}  ${key.access}  ${key.purpose}  ${stores}${state}\n`,
    )
  }
  return 0
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return '  revoked'
  return expiresAt === null ? '' : `  ends ${new Date(expiresAt).toISOString()}`
}

async function revoke([id]: string[]): Promise<number> {
  if (id === undefined) throw new UsageError('keys revoke takes the id of a key')
  if (await revokeApiKey(database(), id)) return 0
  return noSuchKey()
}

function noSuchKey(): number {
  process.stderr.write('palimpsest: there is no such key, or it is revoked already\n')
  return 1
}

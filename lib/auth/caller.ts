import type { Database } from '@/lib/db/database'
import { type Actor, LOCAL_API_ACTOR } from '@/lib/store/actor'
import { type Access, findApiKey, isOurSecret } from './api-keys'

/** Who calls the HTTP API, and what they may do. */
export interface Caller {
  actor: Actor
  access: Access
  /** the only stores that they may reach; null: all */
  storeIds: readonly string[] | null
}

const LOCAL: Caller = { actor: LOCAL_API_ACTOR, access: 'admin', storeIds: null }

/**
 * Who a request comes from; null when it has a key of ours that is unknown or revoked. The server
 * listens on loopback only, where no key is needed; a key of another service, which the SDK sends
 * because it has one, counts as none.
 */
export async function callerOf(db: Database, headers: Headers): Promise<Caller | null> {
  const secret = secretOf(headers)
  if (secret === null) return LOCAL
  const key = await findApiKey(db, secret)
  if (!key) return null
  return {
    actor: { type: 'api_key', id: key.id },
    access: key.access,
    storeIds: key.storeIds,
  }
}

/**
 * The key of ours that a request carries. The TypeScript SDK sends `Authorization: Bearer`, the
 * Python SDK and curl `x-api-key`; where both come, another service's does not hide ours, or else a
 * limited key could shed its limits.
 */
function secretOf(headers: Headers): string | null {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const secrets = [headers.get('x-api-key')?.trim(), bearer?.trim()]
  return secrets.find((secret) => secret !== undefined && isOurSecret(secret)) ?? null
}

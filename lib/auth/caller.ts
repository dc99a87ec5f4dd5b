import type { Database } from '@/lib/db/database'
import { type Actor, LOCAL_API_ACTOR } from '@/lib/store/model/actor'
import { type Access, findApiKey, type Purpose } from './api-keys'
import { presentedKey } from './presented-key'

/** Who calls the HTTP API, and with which rights; what follows from them is said by `may`. */
export interface Caller {
  actor: Actor
  /** null: they have no key */
  keyId: string | null
  access: Access
  purpose: Purpose
  /** the only stores that they may reach; null: all */
  storeIds: readonly string[] | null
}

/** Whoever has no key: everything but what is a person's to decide, for it may be an agent. */
const LOCAL: Caller = {
  actor: LOCAL_API_ACTOR,
  keyId: null,
  access: 'admin',
  purpose: 'agent',
  storeIds: null,
}

/**
 * Who a request comes from; null when it has a key of ours that is malformed, unknown or revoked.
 * The server listens on loopback only, where no key is needed; a key of another service, which the
 * SDK sends because it has one, counts as none.
 */
export async function callerOf(db: Database, headers: Headers): Promise<Caller | null> {
  const presented = presentedKey(headers)
  if (presented.kind === 'none') return LOCAL
  if (presented.kind === 'malformed') return null
  const key = await findApiKey(db, presented.secret)
  if (!key) return null
  return {
    actor: { type: 'api_key', id: key.id },
    keyId: key.id,
    access: key.access,
    purpose: key.purpose,
    storeIds: key.storeIds,
  }
}

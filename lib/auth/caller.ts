import type { Database } from '@/lib/db/database'
import { type Actor, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Access, Purpose } from './access'
import { type ApiKey, findApiKey } from './api-keys'
import { presentedKey } from './presented-key'

/** The caller of the HTTP API and their rights; `may` says what follows from them. */
export interface Caller {
  actor: Actor
  /** null: without a key */
  keyId: string | null
  access: Access
  purpose: Purpose
  /** the only stores that they may reach; null: all */
  storeIds: readonly string[] | null
}

/**
 * Callers without a key may do everything except what only a person may decide: they may be agents.
 */
export const LOCAL_CALLER: Caller = {
  actor: LOCAL_API_ACTOR,
  keyId: null,
  access: 'admin',
  purpose: 'agent',
  storeIds: null,
}

/**
 * The user of the dashboard, until there is sign-in: anybody who opens it, but never an agent's
 * key.
 */
export const PERSON_CALLER: Caller = {
  actor: LOCAL_USER_ACTOR,
  keyId: null,
  access: 'admin',
  purpose: 'script',
  storeIds: null,
}

/**
 * The caller of a request; null if it has a key of ours that is malformed, unknown or revoked. The
 * server listens on loopback only, where no key is needed; another service's key, which the SDK
 * sends if it has one, counts as none.
 */
export async function callerOf(
  db: Database,
  headers: Pick<Headers, 'get'>,
): Promise<Caller | null> {
  const presented = presentedKey(headers)
  if (presented.kind === 'none') return LOCAL_CALLER
  if (presented.kind === 'malformed') return null
  const key = await findApiKey(db, presented.secret)
  return key && callerWith(key)
}

/** The caller that a key stands for. */
export function callerWith(key: ApiKey): Caller {
  return {
    actor: { type: 'api_key', id: key.id },
    keyId: key.id,
    access: key.access,
    purpose: key.purpose,
    storeIds: key.storeIds,
  }
}

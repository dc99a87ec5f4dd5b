import { timingSafeEqual } from 'node:crypto'
import { Refusal, unlessRefused } from '@/lib/refusal'
import { serverSecret } from '@/lib/server-file'
import { isLoopback, plainHost } from '@/lib/settings'
import { type Cause, COMMAND_LINE, WITHOUT_KEY } from '@/lib/store/model/actor'
import type { Caller } from './access'
import { findKey } from './keys'
import { badKey, presentedKey } from './presented-key'

const EVERYWHERE = { keyId: null, storeIds: null }

/** Whoever calls from this machine without a key: everything but what no agent may. */
const KEYLESS: Caller = { ...EVERYWHERE, actor: WITHOUT_KEY, access: 'admin', isAgent: true }

/** The command line of this machine, which knows the running server's secret. */
const AT_TERMINAL: Caller = { ...EVERYWHERE, actor: COMMAND_LINE, access: 'write', isAgent: false }

type RequestHeaders = Pick<Headers, 'get'>

/**
 * Who sends these headers. Another service's key, which SDKs send if they have one, counts as none;
 * none is taken under a name of this machine only. Refuses `no_key`, and `bad_key` where a key of ours
 * is malformed, unknown, expired or revoked.
 */
export async function callerOf(headers: RequestHeaders): Promise<Caller> {
  const secret = presentedKey(headers)
  if (secret === null) return keylessAt(headers)
  if (isServerSecret(secret)) return AT_TERMINAL
  const key = await findKey(secret)
  if (!key) throw badKey()
  const { id, access, isAgent, storeIds } = key
  return { actor: { type: 'api_key', id }, keyId: id, access, isAgent, storeIds }
}

function keylessAt(headers: RequestHeaders): Caller {
  const host = plainHost(headers.get('host') ?? '').replace(/:\d+$/, '')
  if (isLoopback(host.replace(/^\[|\]$/g, ''))) return KEYLESS
  throw new Refusal('no_key', `Calls under the name ${host} need a key of this server.`)
}

function isServerSecret(secret: string): boolean {
  const own = serverSecret()
  return secret.length === own.length && timingSafeEqual(Buffer.from(secret), Buffer.from(own))
}

/**
 * Returns whether the same headers still make the same caller with the same rights; what lasts longer
 * than a call asks again while it lasts. Throws what keeps that from being known.
 */
export async function isStillAdmitted(headers: RequestHeaders, caller: Caller): Promise<boolean> {
  return JSON.stringify(await unlessRefused(callerOf(headers))) === JSON.stringify(caller)
}

/** In whose name a caller changes things. */
export const causeOfCall = ({ actor, isAgent }: Caller): Cause => ({ actor, isAgent })

import { getSession } from '@/lib/agent/get-session'
import type { Session } from '@/lib/agent/session'
import type { ApiCall } from './api-route'
import { ApiError } from './api-error'

/** The session that a call is about; one with stores that the caller's key does not reach is not there. */
export async function sessionOfCall(
  call: Pick<ApiCall<{ sessionId: string }>, 'db' | 'params' | 'caller'>,
): Promise<Session> {
  const session = await getSession(call.db, call.params.sessionId)
  requireStores(
    call,
    session.stores.map(({ storeId }) => storeId),
  )
  return session
}

/** Refuses stores that the caller's key is not good for. */
export function requireStores(
  { caller }: Pick<ApiCall<object>, 'caller'>,
  storeIds: readonly string[],
): void {
  const foreign = storeIds.find((storeId) => caller.storeIds?.includes(storeId) === false)
  if (foreign === undefined) return
  throw new ApiError(403, 'permission_error', `The API key is not good for ${foreign}.`)
}

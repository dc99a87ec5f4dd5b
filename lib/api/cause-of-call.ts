import { type CauseSearch, getCause } from '@/lib/replay/get-cause'
import type { ApiCall } from './api-call'
import { notFound } from './api-error'

/** The search for causes that a call addresses. */
export async function causeOfCall({
  db,
  params: { causeId },
}: Pick<ApiCall<{ causeId: string }>, 'db' | 'params'>): Promise<CauseSearch> {
  const cause = await getCause(db, causeId)
  if (!cause) throw notFound(`There is no search for causes ${causeId}.`)
  return cause
}

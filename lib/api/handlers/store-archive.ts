import type { Handler } from '../api-call'
import { wireStore } from '../serialise'
import { archiveStore } from '@/lib/store/archive-store'

export const POST: Handler<{ storeId: string }> = async ({ db, params, cause }) =>
  wireStore(await archiveStore(db, { storeId: params.storeId, cause }))

import type { Handler } from '../api-call'
import { wireOne } from '../wire-one-store'
import { archiveStore } from '@/lib/store/stores/change-stores'

export const POST: Handler<{ storeId: string }> = async ({ db, params, cause }) =>
  wireOne(db, await archiveStore(db, { storeId: params.storeId, cause }))

import type { Handler } from '../api-call'
import { wireStore } from '../resources/memory-store'
import { archiveStore } from '@/lib/store/stores/change-stores'

export const POST: Handler<{ storeId: string }> = async ({ db, params, cause }) =>
  wireStore(await archiveStore(db, { storeId: params.storeId, cause }))

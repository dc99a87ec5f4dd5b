import type { Handler } from '../api-call'
import { wireQuarantine } from '../resources/quarantine'
import { releaseMemory } from '@/lib/store/quarantine/quarantine-memory'

type Params = { storeId: string; memoryId: string }

export const POST: Handler<Params> = async ({ db, params, cause }) => {
  await releaseMemory(db, { ...params, cause })
  return wireQuarantine(params, null)
}

import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireQuarantine } from '@/lib/api/serialise-review'
import { releaseMemory } from '@/lib/store/quarantine-memory'

type Params = { storeId: string; memoryId: string }

export const POST = apiRoute<Params>('decide', async ({ db, params, cause }) => {
  await releaseMemory(db, { ...params, cause })
  return wireQuarantine(params, null)
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

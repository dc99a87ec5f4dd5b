import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireStore } from '@/lib/api/serialise'
import { archiveStore } from '@/lib/store/archive-store'

export const POST = apiRoute<{ storeId: string }>('administer', async ({ db, params, cause }) =>
  wireStore(await archiveStore(db, { storeId: params.storeId, cause })),
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

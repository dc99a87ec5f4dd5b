import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { changesQuery } from '@/lib/api/schemas'
import { wireNetChanges } from '@/lib/api/serialise'
import { netChanges } from '@/lib/store/net-changes'

export const GET = apiRoute<{ storeId: string }>('read', async ({ db, request, params }) => {
  const { from, to } = parseQuery(changesQuery, request)
  const moments = { from: { time: from }, to: { time: to } }
  return wireNetChanges(await netChanges(db, { storeId: params.storeId, ...moments }))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')

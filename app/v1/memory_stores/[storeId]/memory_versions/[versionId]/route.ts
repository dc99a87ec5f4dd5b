import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { viewQuery } from '@/lib/api/schemas'
import { wireVersion } from '@/lib/api/serialise'
import { getVersion } from '@/lib/store/get-version'
import { recordShownVersions } from '@/lib/store/record-shown'

type Params = { storeId: string; versionId: string }

export const GET = apiRoute<Params>('read', async ({ db, request, params, audience, cause }) => {
  const { view } = parseQuery(viewQuery('full'), request)
  const version = await getVersion(db, { ...params, view, audience })
  recordShownVersions(db, [version], cause)
  return wireVersion(version)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')

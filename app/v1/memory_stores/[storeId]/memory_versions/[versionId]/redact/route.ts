import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { wireVersion } from '@/lib/api/serialise'
import { redactVersion } from '@/lib/store/redact-version'

type Params = { storeId: string; versionId: string }

export const POST = apiRoute<Params>('administer', async ({ db, params, cause }) =>
  wireVersion(await redactVersion(db, { ...params, cause })),
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

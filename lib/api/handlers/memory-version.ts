import type { Handler } from '../api-call'
import { parseQuery } from '../parse'
import { viewQuery } from '../schemas'
import { wireVersion } from '../resources/memory-version'
import { getVersion } from '@/lib/store/versions/read-versions'
import { recordShownVersions } from '@/lib/store/reads/reads'

type Params = { storeId: string; versionId: string }

export const GET: Handler<Params> = async ({ db, request, params, audience, cause }) => {
  const { view } = parseQuery(viewQuery('full'), request)
  const version = await getVersion(db, { ...params, view, audience })
  recordShownVersions(db, [version], cause)
  return wireVersion(version)
}

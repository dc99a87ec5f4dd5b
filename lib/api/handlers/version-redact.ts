import type { Handler } from '../api-call'
import { wireVersion } from '../resources/memory-version'
import { redactVersion } from '@/lib/store/redaction/redact-version'

type Params = { storeId: string; versionId: string }

export const POST: Handler<Params> = async ({ db, params, cause }) =>
  wireVersion(await redactVersion(db, { ...params, cause }))

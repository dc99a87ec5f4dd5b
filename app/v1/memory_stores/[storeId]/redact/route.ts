import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { redactTextBody } from '@/lib/api/schemas'
import { wireJob, wireTextFound } from '@/lib/api/serialise'
import { findText } from '@/lib/store/find-text'
import { redactText } from '@/lib/store/redact-text'

/** Redacts a text from a store: with `dry_run` answers the hits, else the job. */
export const POST = apiRoute<{ storeId: string }>(
  'administer',
  async ({ db, request, params, cause }) => {
    const body = parseInput(redactTextBody, await readJson(request))
    const wanted = { text: body.text, storeIds: [params.storeId] }
    if (body.dry_run) {
      const { limit, skip } = body
      const found = await findText(db, { ...wanted, limit, skip, signal: request.signal })
      return wireTextFound(found, body.text)
    }
    const { job, finished } = await redactText(db, {
      ...wanted,
      replacement: body.replacement,
      earlierVersions: body.earlier_versions,
      cause,
    })
    return wireJob(body.wait ? await finished : job)
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

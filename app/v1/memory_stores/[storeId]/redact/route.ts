import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { redactTextBody } from '@/lib/api/schemas'
import { wireJob, wireTextPlaces } from '@/lib/api/serialise'
import { findText } from '@/lib/store/find-text'
import { redactText } from '@/lib/store/redact-text'

/** Takes a text out of a store: answers every place with `dry_run`, else the job that does it. */
export const POST = apiRoute<{ storeId: string }>(
  'administer',
  async ({ db, request, params, cause }) => {
    const body = parseInput(redactTextBody, await readJson(request))
    const wanted = { text: body.text, storeIds: [params.storeId] }
    if (body.dry_run) return wireTextPlaces(await findText(db, wanted))
    const { job, finished } = await redactText(db, {
      ...wanted,
      replacement: body.replacement,
      cause,
    })
    return wireJob(body.wait ? await finished : job)
  },
)

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')

import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { redactTextBody } from '../schemas'
import { wireJob } from '../resources/job'
import { wireTextFound } from '../resources/text-found'
import { findText } from '@/lib/store/redaction/find-text'
import { redactText } from '@/lib/store/redaction/redact-text'

/** Redacts a text from a store: with `dry_run` answers the hits, else the job. */
export const POST: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  audience,
  cause,
}) => {
  const body = parseInput(redactTextBody, await readJson(request))
  const wanted = { text: body.text, storeIds: [params.storeId], audience }
  if (body.dry_run) {
    const { limit, skip } = body
    const found = await findText(db, { ...wanted, limit, skip, signal: request.signal })
    return wireTextFound(found, body.text)
  }
  const { job, finished } = await redactText(db, {
    ...wanted,
    replacement: body.replacement,
    earlierVersions: body.earlier_versions,
    unreadable: body.unreadable,
    cause,
  })
  return wireJob(body.wait ? await finished : job)
}

import { exportResponse } from '@/lib/api/export-response'
import { parseQuery } from '@/lib/api/parse'
import { respondError } from '@/lib/api/respond'
import { exportQuery } from '@/lib/api/schemas'
import { responseOf, WebRequest } from '@/lib/api/web'
import { database } from '@/lib/db/open-database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

/**
 * A store as a file for the person who asks on its page: with what is in quarantine. It counts as
 * their read, because nobody knows to whom they give it.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ storeId: string }> },
): Promise<Response> {
  const requestId = newId('req')
  try {
    const { storeId } = await params
    const query = parseQuery(exportQuery, new WebRequest(request))
    const reader = { actor: LOCAL_USER_ACTOR }
    const asked = { storeId, query, audience: 'people', reader, requestId, hasTests: true } as const
    return await exportResponse(database(), request, asked)
  } catch (error) {
    return responseOf(respondError(error, requestId))
  }
}

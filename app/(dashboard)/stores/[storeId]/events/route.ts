import { z } from 'zod'
import { storeEventStream } from '@/lib/api/store-event-stream'
import { database } from '@/lib/db/open-database'
import { getStore } from '@/lib/store/stores/read-stores'
import { StoreError } from '@/lib/store/model/problems'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

/** The time at which the page was read, in milliseconds since 1970. */
const time = z.coerce.number().int().positive().optional().catch(undefined)

const sequence = z.coerce.number().int().nonnegative()

/**
 * Streams a store's changes to its open pages, as the API does to programs. People hear of memories
 * in quarantine, too, and of findings and writers that became known since the page was read
 * (`read`). Begins with the position of the store when the stream opened: changes up to there were
 * missed.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ storeId: string }> },
): Promise<Response> {
  const { storeId } = await params
  const { searchParams } = new URL(request.url)
  const asked = request.headers.get('last-event-id') ?? searchParams.get('after')
  const after = sequence.safeParse(asked ?? undefined)
  try {
    const store = await getStore(database(), storeId)
    return storeEventStream(database(), request, {
      store,
      after: after.success ? after.data : store.lastSequence,
      reviewSince: time.parse(searchParams.get('read') ?? undefined),
      audience: 'people',
      requestId: newId('req'),
      opening: { event: 'opened', data: { sequence: store.lastSequence } },
    })
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return Response.json({ error: error.message }, { status: 404 })
  }
}

import { z } from 'zod'
import type { FilteredTree, TreeListing } from '@/components/tree/tree-item'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import { FIRST_PAGE, filteredTree, treeListing } from './tree-listing'

export const dynamic = 'force-dynamic'

const MAX = 20_000

const query = z.object({
  directory: z.string().startsWith('/').endsWith('/').default('/'),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX).default(FIRST_PAGE),
  at: z.coerce.number().int().nonnegative().optional(),
  filter: z.string().max(500).optional(),
})

/**
 * A store's tree: a directory (`directory`), or the matches of a `filter`, now or after the change
 * `at`.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ storeId: string }> },
): Promise<Response> {
  const { storeId } = await params
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return Response.json({ error: z.prettifyError(asked.error) }, { status: 400 })
  const { directory, after, limit, at, filter } = asked.data
  const sequence = at ?? null
  try {
    const answer: TreeListing | FilteredTree =
      filter === undefined
        ? await treeListing(database(), { storeId, directory, after, limit, sequence })
        : await filteredTree(database(), {
            storeId,
            text: filter,
            sequence,
            signal: request.signal,
          })
    return Response.json(answer)
  } catch (error) {
    // Nobody waits for a filter that was typed over.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    if (!(error instanceof StoreError)) throw error
    return Response.json({ error: error.message }, { status: 404 })
  }
}

import type { ChangesetNews } from '@/components/review/changeset-news'
import { database } from '@/lib/db/open-database'
import { commentsState } from '@/lib/review/comments/changeset-comments'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { ReviewError } from '@/lib/review/model/review-problems'

export const dynamic = 'force-dynamic'

/** How far a changeset is, for its open page. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/review/[changesetId]/news'>,
): Promise<Response> {
  try {
    const { changesetId } = await params
    const { lastSequence, isExamined, revision } = await getChangeset(database(), changesetId)
    const comments = await commentsState(database(), changesetId)
    return Response.json({ lastSequence, isExamined, revision, comments } satisfies ChangesetNews)
  } catch (error) {
    if (error instanceof ReviewError) return new Response(null, { status: 404 })
    throw error
  }
}

import type { ChangesetNews } from '@/components/review/changeset/changeset-news'
import { MAX_SHOWN } from '@/components/review/waiting/read-waiting'
import { database } from '@/lib/db/open-database'
import { commentsState } from '@/lib/review/comments/changeset-comments'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { findingsState } from '@/lib/review/findings/read-findings'
import { ReviewError } from '@/lib/review/model/review-problems'
import { waitingProposals } from '@/lib/store/proposals/proposals'

export const dynamic = 'force-dynamic'

/** Answers the current state of a changeset, for its open page. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/review/[changesetId]/news'>,
): Promise<Response> {
  try {
    const { changesetId } = await params
    const { lastSequence, isExamined, revision } = await getChangeset(database(), changesetId)
    const comments = await commentsState(database(), changesetId)
    const findings = await findingsState(database(), changesetId)
    const waiting = await waitingProposals(database(), { changesetId, limit: MAX_SHOWN })
    const news: ChangesetNews = {
      lastSequence,
      isExamined,
      revision,
      waiting: waiting.map(({ id }) => id),
      comments,
      findings,
    }
    return Response.json(news)
  } catch (error) {
    if (error instanceof ReviewError) return new Response(null, { status: 404 })
    throw error
  }
}

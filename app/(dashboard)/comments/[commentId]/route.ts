import { commentsAddress } from '@/components/comments/comments-address'
import { database } from '@/lib/db/open-database'
import { getComment } from '@/lib/review/comments/read-comments'
import { ReviewError } from '@/lib/review/model/review-problems'

export const dynamic = 'force-dynamic'

/** Leads from a comment's id to where it stands among its store's comments. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ commentId: string }> },
): Promise<Response> {
  const { commentId } = await params
  try {
    const { id, key, storeId, status } = await getComment(database(), commentId)
    const location = commentsAddress(storeId, { status, after: key - 1 }, id)
    return new Response(null, { status: 307, headers: { location } })
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    return new Response(null, { status: 404 })
  }
}

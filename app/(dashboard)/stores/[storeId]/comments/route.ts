import { commentsAddress, parseCommentsAddress } from '@/components/comments/comments-address'

export const dynamic = 'force-dynamic'

/** Leads from where a store's comments were a page of their own. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ storeId: string }> },
): Promise<Response> {
  const { storeId } = await params
  const { searchParams } = new URL(request.url)
  const [comments, after] = [searchParams.get('status'), searchParams.get('after')]
  const place = parseCommentsAddress({
    comments: comments ?? undefined,
    comments_after: after ?? undefined,
  })
  const location = commentsAddress(storeId, place)
  return new Response(null, { status: 307, headers: { location } })
}

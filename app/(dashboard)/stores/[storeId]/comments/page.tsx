import { redirect } from 'next/navigation'
import { commentsAddress, parseCommentsAddress } from '@/components/comments/comments-address'

export const dynamic = 'force-dynamic'

/** Leads from where a store's comments were a page of their own. */
export default async function FormerCommentsPage(
  props: PageProps<'/stores/[storeId]/comments'>,
): Promise<never> {
  const { storeId } = await props.params
  const { status, after } = await props.searchParams
  redirect(
    commentsAddress(storeId, parseCommentsAddress({ comments: status, comments_after: after })),
  )
}

import { COMMENT_STATUSES, type CommentStatus } from '@/lib/review/model/comment'

/** A filter of a store's comments, and the position to continue from, as an address says them. */
export interface CommentsAddress {
  status: CommentStatus
  /** the position after which the page begins */
  after?: number | undefined
}

/** Reads an address; what it does not say, or says wrongly, is as without it. */
export function parseCommentsAddress(
  search: Record<string, string | string[] | undefined>,
): CommentsAddress {
  const after = Number(search.comments_after)
  return {
    status: COMMENT_STATUSES.find((status) => status === search.comments) ?? 'open',
    after: Number.isSafeInteger(after) && after > 0 ? after : undefined,
  }
}

/** The address of some comments of a store. `anchor`: the id of what is to be in view. */
export function commentsAddress(
  storeId: string,
  { status, after }: CommentsAddress,
  anchor: string = 'comments',
): string {
  const search = new URLSearchParams()
  if (status !== 'open') search.set('comments', status)
  if (after !== undefined) search.set('comments_after', String(after))
  const query = search.toString()
  return `/stores/${storeId}/changes${query === '' ? '' : `?${query}`}#${anchor}`
}

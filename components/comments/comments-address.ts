import { COMMENT_STATUSES, type CommentStatus } from '@/lib/review/model/comment'

/** The query of a comments page: a filter, and the position to continue from. */
export interface CommentsAddress {
  status: CommentStatus
  /** the position after which the page begins */
  after?: number | undefined
}

/** Reads an address; what it does not say, or says wrongly, is as without it. */
export function parseCommentsAddress(
  search: Record<string, string | string[] | undefined>,
): CommentsAddress {
  const after = Number(search.after)
  return {
    status: COMMENT_STATUSES.find((status) => status === search.status) ?? 'open',
    after: Number.isSafeInteger(after) && after > 0 ? after : undefined,
  }
}

export function commentsAddress(storeId: string, { status, after }: CommentsAddress): string {
  const search = new URLSearchParams()
  if (status !== 'open') search.set('status', status)
  if (after !== undefined) search.set('after', String(after))
  const query = search.toString()
  return `/stores/${storeId}/comments${query === '' ? '' : `?${query}`}`
}

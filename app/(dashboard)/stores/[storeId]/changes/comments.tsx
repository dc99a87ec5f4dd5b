import { CommentList } from '@/components/comments/comment-list'
import { type CommentsAddress, commentsAddress } from '@/components/comments/comments-address'
import { FilterButton, Filters, FurtherFilters } from '@/components/frame/filter'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { database } from '@/lib/db/open-database'
import { listComments } from '@/lib/review/comments/read-comments'
import { COMMENT_STATUSES } from '@/lib/review/model/comment'
import { Nothing, Part } from './part'

const PAGE = 50

export interface CommentsProps {
  storeId: string
  place: CommentsAddress
  /** findings with filters of their own on the page, whose button opens these too; 0: none */
  findingCount: number
}

/** What a store's comments are narrowed to, in words. */
export async function chosenOfComments({ status }: CommentsAddress): Promise<string[]> {
  const t = await texts()
  return status === 'open' ? [] : [t(`Comment.state_${status}`)]
}

/** The comments on lines of a store's memories, the oldest first; nothing where there never was one. */
export async function Comments({ storeId, place, findingCount }: CommentsProps) {
  const t = await texts()
  const { comments, next } = await listComments(database(), { storeId, limit: PAGE, ...place })
  const canNarrow = comments.length > 0 || place.status !== 'open' || (await hasResolved(storeId))
  // Nobody ever commented: nothing is said about that.
  if (!canNarrow) return null
  const rowCount = Math.max(comments.length, findingCount)
  const Bar = findingCount > 0 ? FurtherFilters : Filters
  return (
    <Part
      id="comments"
      title={t('Comment.title')}
      count={comments.length === 0 || next !== null ? null : comments.length}
      views={
        findingCount === 0 ? (
          <FilterButton rowCount={rowCount} chosen={await chosenOfComments(place)} />
        ) : null
      }
    >
      <Bar rowCount={rowCount} clearHref={null}>
        <SegmentedLinks
          label={t('Comment.statusLabel')}
          segments={COMMENT_STATUSES.map((status) => ({
            href: commentsAddress(storeId, { status }),
            label: t(`Comment.state_${status}`),
            isCurrent: status === place.status,
          }))}
        />
      </Bar>
      {comments.length === 0 ? (
        <Nothing
          title={t(place.status === 'open' ? 'Comment.emptyOpen' : 'Comment.emptyResolved')}
        />
      ) : (
        <div className="max-w-[60rem] space-y-4 px-4 pt-2 pb-4">
          <CommentList comments={comments} />
          {next === null ? null : (
            <p>
              <Link
                href={commentsAddress(storeId, { ...place, after: next })}
                className={buttonVariants()}
              >
                {t('Comment.later')}
              </Link>
            </p>
          )}
        </div>
      )}
    </Part>
  )
}

async function hasResolved(storeId: string): Promise<boolean> {
  const { comments } = await listComments(database(), { storeId, status: 'resolved', limit: 1 })
  return comments.length > 0
}

import { CommentList } from '@/components/comments/comment-list'
import { type CommentsAddress, commentsAddress } from '@/components/comments/comments-address'
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
}

/** The comments on lines of a store's memories, the oldest first. */
export async function Comments({ storeId, place }: CommentsProps) {
  const t = await texts()
  const { comments, next } = await listComments(database(), { storeId, limit: PAGE, ...place })
  return (
    <Part
      id="comments"
      title={t('Comment.title')}
      count={comments.length === 0 || next !== null ? null : comments.length}
      views={
        <SegmentedLinks
          label={t('Comment.statusLabel')}
          segments={COMMENT_STATUSES.map((status) => ({
            href: commentsAddress(storeId, { status }),
            label: t(`Comment.state_${status}`),
            isCurrent: status === place.status,
          }))}
        />
      }
    >
      {comments.length === 0 ? (
        <Nothing title={t(place.status === 'open' ? 'Comment.emptyOpen' : 'Comment.emptyResolved')}>
          {place.status === 'open' ? t('Comment.emptyText') : null}
        </Nothing>
      ) : (
        <div className="max-w-[60rem] space-y-4 px-4 pb-4">
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

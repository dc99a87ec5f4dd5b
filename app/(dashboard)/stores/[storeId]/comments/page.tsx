import type { Metadata } from 'next'
import { MessageSquare } from 'lucide-react'
import { CommentList } from '@/components/comments/comment-list'
import {
  type CommentsAddress,
  commentsAddress,
  parseCommentsAddress,
} from '@/components/comments/comments-address'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { buttonLook } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { database } from '@/lib/db/open-database'
import { listComments } from '@/lib/review/comments/read-comments'
import { COMMENT_STATUSES } from '@/lib/review/model/comment'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

const PAGE = 50

type Props = PageProps<'/stores/[storeId]/comments'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Comment.title')} · ${plainName(name)}` }
}

/** The comments on lines of a store's memories, the oldest first. */
export default async function CommentsPage(props: Props) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const place = parseCommentsAddress(await props.searchParams)
  const { comments, next } = await listComments(database(), {
    storeId: store.id,
    limit: PAGE,
    ...place,
  })
  return (
    <Page kind="index">
      <LivePage of="stores" renderedAt={requestTime()} />
      <PageHead
        crumbs={[
          { href: '/stores', label: t('Nav.stores') },
          { href: `/stores/${store.id}`, label: store.name },
        ]}
        title={t('Comment.title')}
        guide="review"
        views={<Statuses storeId={store.id} place={place} />}
      />
      {comments.length === 0 ? (
        <EmptyState
          Icon={MessageSquare}
          title={t(place.status === 'open' ? 'Comment.emptyOpen' : 'Comment.emptyResolved')}
        >
          {place.status === 'open' ? t('Comment.emptyText') : null}
        </EmptyState>
      ) : (
        <PageBody className="max-w-[60rem] space-y-5">
          <CommentList comments={comments} />
          {next === null ? null : (
            <p>
              <Link
                href={commentsAddress(store.id, { ...place, after: next })}
                className={buttonLook()}
              >
                {t('Comment.later')}
              </Link>
            </p>
          )}
        </PageBody>
      )}
    </Page>
  )
}

async function Statuses({ storeId, place }: { storeId: string; place: CommentsAddress }) {
  const t = await texts()
  return (
    <SegmentedLinks
      label={t('Comment.statusLabel')}
      segments={COMMENT_STATUSES.map((status) => ({
        href: commentsAddress(storeId, { status }),
        label: t(`Comment.state_${status}`),
        isCurrent: status === place.status,
      }))}
    />
  )
}

function requestTime(): number {
  return Date.now()
}

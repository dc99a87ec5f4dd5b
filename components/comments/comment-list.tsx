import 'server-only'
import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { Comment } from '@/lib/review/model/comment'
import { groupedBy } from '@/lib/text/grouped-by'
import { plainName } from '@/lib/text/plain-text'
import { placedNow, readThreads } from './read-threads'
import { Threads } from './threads'

/** Comments under the paths of their memories. */
export async function CommentList({ comments }: { comments: readonly Comment[] }) {
  const shown = await placedNow(comments)
  const threads = new Map((await readThreads(shown)).map((thread) => [thread.id, thread]))
  return [...groupedBy(shown, ({ comment }) => comment.memoryId)].map(([memoryId, ofMemory]) => {
    const [first] = ofMemory
    if (!first) return null
    return (
      <MemoryComments key={memoryId} first={first.comment}>
        <Threads threads={ofMemory.flatMap(({ comment }) => threads.get(comment.id) ?? [])} />
      </MemoryComments>
    )
  })
}

async function MemoryComments({
  first: { storeId, memoryId, path },
  children,
}: {
  first: Comment
  children: ReactNode
}) {
  const t = await texts()
  const name = path === null ? t('Comment.deletedMemory') : plainName(path)
  return (
    <section aria-label={name} data-comments tabIndex={-1} className="space-y-2">
      <h2 className="truncate font-mono text-code font-medium">
        <Link href={`/stores/${storeId}?memory=${memoryId}`} className="hover:underline">
          {path === null ? name : <VisiblePath path={path} />}
        </Link>
      </h2>
      {children}
    </section>
  )
}

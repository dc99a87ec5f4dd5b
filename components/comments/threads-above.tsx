import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import type { ThreadView } from './thread-view'
import { Threads } from './threads'

/** Comments on a memory that stand at none of the lines that are shown. */
export async function ThreadsAbove({ threads }: { threads: readonly ThreadView[] }) {
  if (threads.length === 0) return null
  const t = await texts()
  return (
    <section
      aria-label={t('Comment.above')}
      data-comments
      tabIndex={-1}
      className="border-b border-line bg-hover p-2"
    >
      <Threads threads={threads} />
    </section>
  )
}

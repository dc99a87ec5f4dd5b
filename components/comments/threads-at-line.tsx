import 'server-only'
import { MessageSquare } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import type { ThreadView } from './thread-view'
import { Threads } from './threads'

/** A mark in the gutter of the line above, which opens its comments; without a script too. */
export async function ThreadsAtLine({
  line,
  threads,
}: {
  line: number
  threads: readonly ThreadView[]
}) {
  const t = await texts()
  return (
    <details id={`comments-L${line}`} className="line-comments" data-comments tabIndex={-1}>
      <summary title={t('Comment.atLine', { count: threads.length, line })}>
        <MessageSquare size={12} strokeWidth={2} aria-hidden />
        <span className="sr-only">{t('Comment.atLine', { count: threads.length, line })}</span>
      </summary>
      <div className="py-2 pr-4 pl-14 max-md:pr-2 max-md:pl-2">
        <Threads threads={threads} />
      </div>
    </details>
  )
}

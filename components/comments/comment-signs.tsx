import { MessageSquare } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'

/**
 * Shows the number of open comments in a changeset's review, or, if there are some, of those that
 * an agent has answered.
 */
export async function CommentSigns({ open, answered }: { open: number; answered: number }) {
  if (open === 0) return null
  const t = await texts()
  if (answered > 0) {
    return (
      <Badge tone="accent" Icon={MessageSquare}>
        {t('Review.answeredComments', { count: answered })}
      </Badge>
    )
  }
  return (
    <span className="flex items-center gap-0.5 text-ink-3 tabular-nums">
      <MessageSquare size={12} aria-hidden />
      <span aria-hidden>{open}</span>
      <span className="sr-only">{t('Review.openComments', { count: open })}</span>
    </span>
  )
}

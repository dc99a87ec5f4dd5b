import 'server-only'
import { Quote } from 'lucide-react'
import { VisibleText } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { Link } from '@/components/ui/link'
import { askedBefore } from '@/lib/agent/asked-before'
import { database } from '@/lib/db/open-database'
import type { Changeset } from '@/lib/review/model/changeset'

export interface PromptQuoteProps {
  changeset: Changeset
  /** milliseconds since 1970 of the write that is shown */
  writtenAt: number
  /** what its session was asked first, as far as only that is known */
  subject: string | null
}

/**
 * Quotes the message that the agent was answering when it wrote, and links to that conversation;
 * else what its session was asked first.
 */
export async function PromptQuote({ changeset, writtenAt, subject }: PromptQuoteProps) {
  const { sessionId } = changeset
  if (sessionId === null) return null
  const answered = await askedBefore(database(), sessionId, writtenAt)
  const asked = answered ?? subject
  if (asked === null) return null
  const t = await texts()
  return (
    <div className="flex gap-2.5 text-ink-2">
      <Quote size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0">
        <p className="sr-only">{t('Review.asked')}</p>
        <p className="line-clamp-3 max-w-[80ch] wrap-anywhere whitespace-pre-wrap">
          <VisibleText text={asked} />
        </p>
        {answered === null ? null : (
          <Link
            href={callAddress(sessionId, null)}
            className="text-xs underline decoration-line-2 hover:text-ink"
          >
            {t('Review.inSession')}
          </Link>
        )}
      </div>
    </div>
  )
}

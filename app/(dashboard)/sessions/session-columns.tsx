import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { Link } from '@/components/ui/link'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'

/** Shows the lines that a session added and removed, as far as they are counted. */
export function LinesChanged({ review }: { review: SessionReview | null }) {
  if (!review?.isExamined) return <div className="max-lg:hidden" />
  return (
    <div className="max-lg:hidden">
      <Amount added={review.addedLines} removed={review.removedLines} />
    </div>
  )
}

/** Shows how much of a session's changes waits for a person. */
export async function ReviewState({ review }: { review: SessionReview | null }) {
  const t = await texts()
  if (!review) return <div className="max-md:hidden" />
  if (!review.isExamined) {
    return <div className="text-xs text-ink-3 max-md:hidden">{t('Review.beingExamined')}</div>
  }
  if (review.changesetId === null) {
    return <div className="text-xs text-ink-3 max-md:hidden">{t('Sessions.reviewed')}</div>
  }
  return (
    <div className="relative max-md:hidden">
      <Link
        href={`/review/${review.changesetId}`}
        className="rounded-full bg-accent-bg px-2 py-0.5 text-xs font-medium whitespace-nowrap text-accent hover:underline"
      >
        {t('Sessions.toReview', { count: review.openHunks })}
      </Link>
    </div>
  )
}

'use client'

import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'
import { useBoard } from '../board/board-context'

/** Leads to whether any test of the store depends on a hunk, or on all that are the same edit. */
export function DependsLink({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const { changesetId, hunkOf } = useBoard()
  const hunk = hunkOf(hunkId)
  // What waits stands nowhere yet.
  if (hunk?.waiting !== null) return null
  const about = new URLSearchParams({
    hunk: hunkId,
    ...(hunk.parts.length > 1 && { with: 'same' }),
  })
  return (
    <p className="border-t border-line bg-well px-3 py-1.5 text-xs">
      <Link
        href={`/review/${changesetId}/depends?${about}`}
        className="inline-flex items-center gap-1.5 text-accent hover:underline"
      >
        <FlaskConical size={12} aria-hidden /> {t('depends')}
      </Link>
    </p>
  )
}

'use client'

import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'
import { useBoard } from '../board/board-context'

/** Leads to whether any test of the store depends on a hunk. */
export function DependsLink({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const { changesetId, hunkOf } = useBoard()
  // What waits stands nowhere yet.
  if (hunkOf(hunkId)?.waiting !== null) return null
  return (
    <p className="border-t border-line bg-well px-3 py-1.5 text-xs">
      <Link
        href={`/review/${changesetId}/depends?hunk=${encodeURIComponent(hunkId)}`}
        className="inline-flex items-center gap-1.5 text-accent hover:underline"
      >
        <FlaskConical size={12} aria-hidden /> {t('depends')}
      </Link>
    </p>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LiveDiff } from '@/components/diff/live-diff'
import type { ToolPlace } from '@/lib/text/tool-place'
import { callChangesQuery } from '../queries'

export interface ProposedMemoryProps {
  sessionId: string
  /** of the call that waits */
  eventId: string
  /** the path, where there is no memory yet */
  place: ToolPlace
}

/** The memory that a waiting call would write. */
export function ProposedMemory({ sessionId, eventId, place }: ProposedMemoryProps) {
  const t = useTranslations('LiveMemory')
  const call = { sessionId, eventId, state: 'proposed' } as const
  const { data, error } = useQuery(callChangesQuery(call))
  const proposed = data?.changes.find(
    ({ storeId, after }) => storeId === place.storeId && after?.path === place.path,
  )?.after
  return (
    <div
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
      tabIndex={0}
      role="group"
      aria-label={t('proposedContent')}
    >
      {proposed ? (
        <>
          <p className="px-4 py-2 text-caution">{t('proposed')}</p>
          {proposed.content === '' ? null : <LiveDiff before="" after={proposed.content} />}
        </>
      ) : (
        <p className="px-4 py-2 text-ink-3">
          {t(data ? 'notThere' : error ? 'notLoaded' : 'loading')}
        </p>
      )}
    </div>
  )
}

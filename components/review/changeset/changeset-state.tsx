'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { useBoard } from '../board/board-context'

export interface ChangesetStateProps {
  changeset: { isExamined: boolean; state: 'open' | 'snoozed' | 'done' }
  /** open hunks besides those of the board, and writes that wait besides them */
  moreHunks: number
  moreWrites: number
}

/** Shows the state of the changeset's review, with the decisions made on the page included. */
export function ChangesetState({ changeset, moreHunks, moreWrites }: ChangesetStateProps) {
  const t = useTranslations('Review')
  const { openHunks, openWrites } = useBoard()
  const hunks = openHunks + moreHunks
  const writes = openWrites + moreWrites
  if (!changeset.isExamined) return <Badge>{t('beingExamined')}</Badge>
  if (changeset.state === 'snoozed') return <Badge>{t('snoozed')}</Badge>
  if (hunks + writes === 0 && changeset.state === 'done') {
    return (
      <Badge tone="added" Icon={Check}>
        {t('done')}
      </Badge>
    )
  }
  return (
    <>
      {writes > 0 ? <span>{t('openWrites', { count: writes })}</span> : null}
      {hunks > 0 || writes === 0 ? <span>{t('openHunks', { count: hunks })}</span> : null}
    </>
  )
}

'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { useBoard } from '../board/board-context'

export interface ChangesetStateProps {
  changeset: { isExamined: boolean; state: 'open' | 'snoozed' | 'done' }
  openHunks: number
  /** writes that wait besides those of the board */
  moreWrites: number
}

/** Shows the state of a changeset's review, with the answers given beside the inbox included. */
export function ChangesetState({ changeset, openHunks, moreWrites }: ChangesetStateProps) {
  const t = useTranslations('Review')
  const writes = useBoard().openWrites + moreWrites
  if (!changeset.isExamined) return <Badge>{t('beingExamined')}</Badge>
  if (changeset.state === 'snoozed') return <Badge>{t('snoozed')}</Badge>
  if (openHunks + writes === 0 && changeset.state === 'done') {
    return (
      <Badge tone="added" Icon={Check}>
        {t('done')}
      </Badge>
    )
  }
  return (
    <>
      {writes > 0 ? <span>{t('openWrites', { count: writes })}</span> : null}
      {openHunks > 0 || writes === 0 ? <span>{t('openHunks', { count: openHunks })}</span> : null}
    </>
  )
}

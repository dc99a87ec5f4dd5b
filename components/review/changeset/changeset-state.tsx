'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { useBoard } from '../board/board-context'

export interface ChangesetStateProps {
  changeset: {
    isExamined: boolean
    state: 'open' | 'snoozed' | 'done'
    hunkCount: number
    openHunks: number
  }
  /** whether all of it is decided, and only to be applied */
  isToApply: boolean
  /** writes that wait besides those of the board */
  moreWrites: number
}

/** Shows the state of a changeset's review, with the answers given beside the inbox included. */
export function ChangesetState({ changeset, isToApply, moreWrites }: ChangesetStateProps) {
  const t = useTranslations('Review')
  const writes = useBoard().openWrites + moreWrites
  const { isExamined, state, hunkCount, openHunks } = changeset
  if (!isExamined) return <Badge>{t('beingExamined')}</Badge>
  if (state === 'snoozed') return <Badge>{t('snoozed')}</Badge>
  if (openHunks + writes === 0 && state === 'done') {
    return (
      <Badge tone="added" Icon={Check}>
        {t('done')}
      </Badge>
    )
  }
  const isNothingSaid = openHunks === 0 && (writes > 0 || isToApply)
  return (
    <>
      {writes > 0 ? <span>{t('openWrites', { count: writes })}</span> : null}
      {isNothingSaid ? null : <span>{t('openHunks', { count: openHunks })}</span>}
      {isToApply ? (
        <span className="font-medium text-accent">{t('toApply', { count: hunkCount })}</span>
      ) : null}
    </>
  )
}

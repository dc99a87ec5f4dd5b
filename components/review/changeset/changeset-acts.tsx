'use client'

import {
  BookOpen,
  ChevronLeft,
  ChevronRight,
  Clock,
  Ellipsis,
  Inbox,
  ListOrdered,
  Undo2,
  UserCheck,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { updateChangesetAction } from '../actions'

const HOUR_MS = 3_600_000

const SNOOZES = [
  ['snoozeHours', 4 * HOUR_MS],
  ['snoozeDay', 24 * HOUR_MS],
  ['snoozeWeek', 7 * 24 * HOUR_MS],
  ['snoozeChange', 'change'],
] as const

export interface ChangesetActsProps {
  changeset: {
    id: string
    storeId: string
    state: 'open' | 'snoozed' | 'done'
  }
  /** names the page of its single writes */
  writes: string
  /** whether the person is to decide it; null: nobody else could */
  isMine: boolean | null
  ways: { next: string | null; previous: string | null }
}

/** What can be done with a changeset besides deciding: putting it aside, undoing it, its neighbours. */
export function ChangesetActs({ changeset, writes, isMine, ways }: ChangesetActsProps) {
  const t = useTranslations('Review')
  const nav = useTranslations('Nav')
  const guide = useTranslations('Guide')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [, startTransition] = useTransition()
  const { id: changesetId, storeId, state } = changeset
  const snooze = (snoozedFor: number | 'change' | null) =>
    startTransition(async () => {
      const outcome = await updateChangesetAction({ changesetId, snoozedFor }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      if (snoozedFor !== null) router.push('/review')
    })
  const assign = () =>
    startTransition(async () => {
      const outcome = await updateChangesetAction({ changesetId, isMine: !isMine }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
    })
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Menu label={nav('more')} button={<Ellipsis size={16} aria-hidden />}>
        {ways.previous === null ? null : (
          <MenuLink Icon={ChevronLeft} href={ways.previous}>
            {t('previous')}
          </MenuLink>
        )}
        {ways.next === null ? null : (
          <MenuLink Icon={ChevronRight} href={ways.next}>
            {t('next')}
          </MenuLink>
        )}
        <MenuLink Icon={ListOrdered} href={`/review/${changesetId}/writes`}>
          {writes}
        </MenuLink>
        {isMine === null ? null : (
          <MenuButton Icon={UserCheck} onSelect={assign}>
            {t(isMine ? 'assignedToMe' : 'assignToMe')}
          </MenuButton>
        )}
        {state === 'snoozed' ? (
          <MenuButton Icon={Inbox} onSelect={() => snooze(null)}>
            {t('wake')}
          </MenuButton>
        ) : null}
        {state === 'open'
          ? SNOOZES.map(([name, span]) => (
              <MenuButton key={name} Icon={Clock} onSelect={() => snooze(span)}>
                {t(name)}
              </MenuButton>
            ))
          : null}
        <MenuLink Icon={BookOpen} href="/guide/review">
          {guide('link', { page: guide('review') })}
        </MenuLink>
        <MenuRule />
        <MenuLink Icon={Undo2} href={`/stores/${storeId}/undo?changeset=${changesetId}`} isDanger>
          {t('revertAll')}
        </MenuLink>
      </Menu>
    </>
  )
}

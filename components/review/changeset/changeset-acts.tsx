'use client'

import { ActWords } from '@/components/frame/page'
import {
  BookOpen,
  ChevronLeft,
  ChevronRight,
  Clock,
  Ellipsis,
  Inbox,
  Undo2,
  UserCheck,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { GuideLink } from '@/components/guide/guide-link'
import { Button, buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { updateChangesetAction } from '../actions'

const HOUR_MS = 3_600_000

export interface ChangesetActsProps {
  changeset: { id: string; storeId: string; state: 'open' | 'snoozed' | 'done' }
  /** whether the person is to decide it */
  isMine: boolean
  ways: { next: string | null; previous: string | null }
}

/** Putting a changeset aside, undoing all of it, and the ways to its neighbours. */
export function ChangesetActs({ changeset, isMine, ways }: ChangesetActsProps) {
  const t = useTranslations('Review')
  const nav = useTranslations('Nav')
  const guide = useTranslations('Guide')
  const noAnswer = useNoAnswer()
  const router = useRouter()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const snooze = (snoozedFor: number | 'change' | null) =>
    startTransition(async () => {
      const outcome = await updateChangesetAction({ changesetId: changeset.id, snoozedFor }).catch(
        noAnswer,
      )
      if (!outcome.isDone) return setWhy(outcome.why)
      if (snoozedFor !== null) router.push('/review')
    })
  const assign = () =>
    startTransition(async () => {
      const outcome = await updateChangesetAction({
        changesetId: changeset.id,
        isMine: !isMine,
      }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
    })
  const undoing = `/stores/${changeset.storeId}/undo?changeset=${changeset.id}`
  const snoozing = useRef<HTMLSpanElement>(null)
  useLetterKey('h', () => snoozing.current?.querySelector('button')?.click())
  useLetterKey('m', assign)
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <span className="contents max-md:hidden">
        <GuideLink page="review" />
        <Link href={undoing} className={buttonVariants({ variant: 'quiet-danger' })}>
          {t('revertAll')}
        </Link>
      </span>
      {changeset.state === 'snoozed' ? (
        <Button variant="quiet" isBusy={isPending} onClick={() => snooze(null)}>
          <Inbox size={14} aria-hidden className="md:hidden" />
          <ActWords>{t('wake')}</ActWords>
        </Button>
      ) : null}
      <Button
        variant="quiet"
        isBusy={isPending}
        aria-pressed={isMine}
        aria-keyshortcuts="m"
        onClick={assign}
        className="max-md:hidden"
      >
        <UserCheck size={14} aria-hidden className={isMine ? 'text-accent' : undefined} />
        {t(isMine ? 'assignedToMe' : 'assignToMe')}
      </Button>
      {changeset.state === 'open' ? (
        <span ref={snoozing} className="contents">
          <Menu
            label={t('snooze')}
            size="normal"
            button={
              <>
                <Clock size={14} aria-hidden /> <ActWords>{t('snooze')}</ActWords>
              </>
            }
          >
            <MenuButton onSelect={() => snooze(4 * HOUR_MS)}>{t('snoozeHours')}</MenuButton>
            <MenuButton onSelect={() => snooze(24 * HOUR_MS)}>{t('snoozeDay')}</MenuButton>
            <MenuButton onSelect={() => snooze(7 * 24 * HOUR_MS)}>{t('snoozeWeek')}</MenuButton>
            <MenuButton onSelect={() => snooze('change')}>{t('snoozeChange')}</MenuButton>
          </Menu>
        </span>
      ) : null}
      <Way href={ways.previous} label={t('previous')} Icon={ChevronLeft} />
      <Way href={ways.next} label={t('next')} Icon={ChevronRight} />
      <span className="contents md:hidden">
        <Menu label={nav('more')} button={<Ellipsis size={16} aria-hidden />}>
          <MenuButton Icon={UserCheck} onSelect={assign}>
            {t(isMine ? 'assignedToMe' : 'assignToMe')}
          </MenuButton>
          <MenuLink Icon={BookOpen} href="/guide/review">
            {guide('link', { page: guide('review') })}
          </MenuLink>
          <MenuRule />
          <MenuLink Icon={Undo2} href={undoing} isDanger>
            {t('revertAll')}
          </MenuLink>
        </Menu>
      </span>
    </>
  )
}

interface WayProps {
  href: string | null
  label: string
  Icon: typeof ChevronLeft
}

function Way({ href, label, Icon }: WayProps) {
  if (href === null) return null
  return (
    <Link
      href={href}
      aria-label={label}
      title={label}
      className={buttonVariants({ variant: 'quiet', size: 'icon' })}
    >
      <Icon size={16} aria-hidden />
    </Link>
  )
}

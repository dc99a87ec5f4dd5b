'use client'

import { CircleQuestionMark, Footprints, ListChecks, Rows3 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { MenuButton, MenuLink } from '@/components/ui/menu'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'

/** Begins to choose lines of a hunk, to decide about them apart. */
export function ChooseLinesItem({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const hunk = board.hunkOf(hunkId)
  if (!hunk || board.decisionOf(hunk) !== null) return null
  return (
    <MenuButton
      Icon={ListChecks}
      onSelect={() => {
        board.choose({ hunkId, from: 0, to: 0 })
        requestAnimationFrame(() => focusHunk(hunkId))
      }}
    >
      {t('chooseLines')}
    </MenuButton>
  )
}

/** Shows why a hunk was written, or hides it again. */
export function WhyItem({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const { whyOf, showWhy } = useBoard()
  const isShown = whyOf === hunkId
  return (
    <MenuButton
      Icon={CircleQuestionMark}
      stroke="W"
      onSelect={() => showWhy(isShown ? null : hunkId)}
    >
      {t(isShown ? 'hideWhy' : 'showWhy')}
    </MenuButton>
  )
}

/** Leads to what was decided together, one by one; `apart` names it in the address. */
export function OneByOneItem({ changesetId, apart }: { changesetId: string; apart: string }) {
  const t = useTranslations('Review')
  return (
    <MenuLink Icon={Rows3} href={`/review/${changesetId}?apart=${apart}`}>
      {t('oneByOne')}
    </MenuLink>
  )
}

/** Leads to who has read what a changeset wrote into a memory. */
export function ReachItem({ href }: { href: string }) {
  const t = useTranslations('Review')
  return (
    <MenuLink Icon={Footprints} href={href}>
      {t('reach')}
    </MenuLink>
  )
}

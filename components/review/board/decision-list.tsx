'use client'

import { CircleCheck, MessageSquare, Undo2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'
import { Amount } from '@/components/ui/amount'
import { classNames } from '@/components/ui/class-names'
import { useBoard } from './board-context'
import type { BoardHunk } from './board-hunk'
import { elementOf, focusHunk } from './board-focus'
import { useCurrentHunk } from './use-current-hunk'

/** A decision as the list names it. */
export interface ListedDecision {
  id: string
  /** as short as the list is narrow: of a memory its file */
  name: string
  /** the same in full: of a memory its path */
  title: string
  added: number
  removed: number
  /** why it asks for a person; null: it does not */
  reason: { words: string; isGrave: boolean } | null
  openComments: number
  /** of the page that has its lines */
  href: string
}

/** The decisions of a changeset: what is left to decide, then what is decided. It follows the focus. */
export function DecisionList({ decisions }: { decisions: readonly ListedDecision[] }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const router = useRouter()
  const current = useCurrentHunk()
  const list = useRef<HTMLElement>(null)
  /** a hunk of another page, whose lines are on their way */
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const { current: id } = wanted
    if (id === null || !elementOf(id)) return
    focusHunk(id)
    wanted.current = null
  }, [decisions])
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const isDone = ({ id }: ListedDecision) => {
    const hunk = board.hunkOf(id)
    return hunk !== undefined && board.decisionOf(hunk) !== null
  }
  const open = decisions.filter((each) => !isDone(each))
  const done = decisions.filter(isDone)
  const rows = (some: readonly ListedDecision[]) => (
    <ol>
      {some.map((each) => (
        <Row
          key={each.id}
          decision={each}
          isCurrent={each.id === current}
          onGo={() => {
            board.showList(false)
            if (elementOf(each.id)) return focusHunk(each.id)
            wanted.current = each.id
            router.push(each.href, { scroll: false })
          }}
        />
      ))}
    </ol>
  )
  return (
    <nav
      ref={list}
      id="decisions"
      aria-label={t('decisions')}
      data-open={board.isListShown || undefined}
      className="review-list"
    >
      {open.length === 0 ? null : (
        <>
          <Heading words={t('toDecide')} count={open.length} />
          {rows(open)}
        </>
      )}
      {done.length === 0 ? null : (
        <>
          <Heading words={t('decided')} count={done.length} />
          {rows(done)}
        </>
      )}
    </nav>
  )
}

function Heading({ words, count }: { words: string; count: number }) {
  return (
    <h2 className="flex gap-1.5 px-4 pt-2.5 pb-1 text-xs font-semibold text-ink-2">
      {words} <span className="font-medium text-ink-3 tabular-nums">{count}</span>
    </h2>
  )
}

interface RowProps {
  decision: ListedDecision
  isCurrent: boolean
  onGo: () => void
}

function Row({ decision, isCurrent, onGo }: RowProps) {
  const t = useTranslations('Review')
  const { id, name, title, added, removed, reason, openComments, href } = decision
  const board = useBoard()
  const hunk = board.hunkOf(id)
  const made = hunk ? board.decisionOf(hunk) : null
  return (
    <li>
      <a
        href={href}
        data-row-of={id}
        title={title === name ? undefined : title}
        aria-current={isCurrent || undefined}
        onClick={(event) => {
          event.preventDefault()
          onGo()
        }}
        className="review-row"
      >
        <Sign hunk={hunk} isFresh={board.fresh.has(id)} />
        <span
          className={classNames(
            'line-clamp-2 wrap-anywhere',
            made !== null ? 'text-ink-2' : isCurrent ? 'font-semibold' : 'font-medium',
          )}
        >
          <VisibleText text={name} />
        </span>
        <span className="flex items-center gap-2">
          {openComments === 0 ? null : (
            <span className="flex items-center gap-0.5 text-xs text-ink-3 tabular-nums">
              <MessageSquare size={12} aria-hidden />
              <span aria-hidden>{openComments}</span>
              <span className="sr-only">{t('openComments', { count: openComments })}</span>
            </span>
          )}
          {added + removed === 0 ? null : <Amount added={added} removed={removed} />}
        </span>
        {reason === null || made !== null ? null : (
          <small
            className={classNames(
              'col-span-2 col-start-2 line-clamp-2 text-xs leading-4',
              reason.isGrave ? 'text-removed' : 'text-ink-3',
            )}
          >
            {reason.words}
          </small>
        )}
      </a>
    </li>
  )
}

/** The sign of a decision: open, kept as it is, or reverted and edited as well. */
function Sign({ hunk, isFresh }: { hunk: BoardHunk | undefined; isFresh: boolean }) {
  const t = useTranslations('Review')
  const { decisionOf } = useBoard()
  const decision = hunk ? decisionOf(hunk) : null
  if (decision === null) {
    const label = t(isFresh ? 'isNew' : 'isOpen')
    return (
      <span role="img" aria-label={label} data-fresh={isFresh || undefined} className="open-sign" />
    )
  }
  const label = t(`state_${decision}`, {
    applied: String(hunk?.parts.every(({ isApplied }) => isApplied)),
  })
  return decision === 'accepted' ? (
    <CircleCheck size={15} aria-label={label} className="text-added" />
  ) : (
    <Undo2 size={15} aria-label={label} className="text-removed" />
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionNotice } from '@/components/live/connection-notice'
import { useLivePage } from '@/components/live/use-live-page'
import { Button } from '@/components/ui/button'
import { answeredMeanwhile } from '../board/answered-meanwhile'
import { useBoard } from '../board/board-context'
import { newsOf } from './queries'

/** A page is not asked about at once: what it shows may just be on its way; milliseconds. */
const QUIET_MS = 300

/**
 * Says that the agent wrote again, and shows it when asked: nothing moves under the reader. What
 * others decide about its hunks, answer to writes that wait, or say about its lines appears by
 * itself, and so do a write that waits, a changeset that was not examined yet, and that a finding's
 * lines are gone or stand again. While an answer is
 * written here that somebody else has given, it waits until that is closed.
 */
export function ChangesetLive(shown: {
  changesetId: string
  lastSequence: number
  isExamined: boolean
  /** the state of its comments; see `commentsState` */
  comments: string
  /** the state of its findings; see `findingsState` */
  findings: string
}) {
  const { changesetId, lastSequence, isExamined, comments, findings } = shown
  const t = useTranslations('Review')
  const router = useRouter()
  const board = useBoard()
  const [isGrown, setGrown] = useState(false)
  const look = async () => {
    const news = await newsOf(changesetId).catch(() => null)
    if (!news?.isExamined) return
    if (!isExamined) return router.refresh()
    // What was allowed has grown the changeset, and not its agent.
    const answered = answeredMeanwhile(board, news.waiting)
    if (answered?.kind === 'overtaken') return board.writings.overtake(answered.hunkId)
    if (answered?.kind === 'by others') return router.refresh()
    if (answered !== null) return
    setGrown(news.lastSequence > lastSequence)
    if (news.lastSequence !== lastSequence) return
    // What is on its way from here is nobody else's.
    await board.recorded()
    const isDecided = news.revision > board.knownRevision()
    const isOther = news.comments !== comments || news.findings !== findings
    if (isDecided || isOther) router.refresh()
  }
  const lookAgain = useEffectEvent(() => void look())
  const { connection, show } = useLivePage('/changes', () => void look())
  const overtaken = board.writings.all.filter(({ state }) => state === 'overtaken').length
  useEffect(() => {
    const timer = setTimeout(lookAgain, QUIET_MS)
    return () => clearTimeout(timer)
  }, [changesetId, lastSequence, isExamined, overtaken])
  return (
    <div role="status">
      <ConnectionNotice connection={connection} missed="missed" onShow={show} />
      {isGrown ? (
        <p className="flex items-center gap-3 border-b border-line bg-accent-bg px-4 py-1.5 text-accent">
          {t('grown')}
          <Button size="small" data-act onClick={() => router.refresh()}>
            {t('showGrown')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

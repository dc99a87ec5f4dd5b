'use client'

import { clsx } from 'clsx'
import { Archive, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { NoticeBar } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { plainText } from '@/lib/text/visible-text'
import { Composer } from './composer'
import { Conversation } from './conversation'
import { SessionHead } from './head'
import { PRACTICE, type SessionState, standingOf } from './state'
import { useSession } from './use-session'

// What it shows is asked for by the script in any case; the conversation comes first.
const LiveMemory = dynamic(() => import('./live-memory').then((it) => it.LiveMemory), {
  ssr: false,
})

export interface SessionViewProps {
  /** as the page was rendered */
  brought: SessionState
  /** the practice agent answers, since no server of models is set */
  isPractice: boolean
}

/** A conversation, live, with the memory that its agent reads and writes beside it. */
export function SessionView({ brought, isPractice }: SessionViewProps) {
  const t = useTranslations('Session')
  const state = useSession(brought)
  const { facts, isGone } = state
  const { id, settings } = facts
  const standing = standingOf(facts)
  const [pane, setPane] = useState<Pane>('conversation')
  const [sent, setSent] = useState(0)
  return (
    <>
      <SessionHead state={state} />
      {isGone ? (
        <NoticeBar tone="caution" Icon={Trash2}>
          {t('gone')}
        </NoticeBar>
      ) : facts.isArchived ? (
        <NoticeBar tone="plain" Icon={Archive}>
          {t('archived')}
        </NoticeBar>
      ) : null}
      <PaneChoice pane={pane} onChoose={setPane} />
      <div data-session className="flex min-h-0 flex-1">
        <div
          className={clsx(
            'flex min-h-0 min-w-0 flex-1 flex-col',
            pane === 'memory' && 'max-md:hidden',
          )}
        >
          <Conversation state={state} sent={sent} />
          {isGone || facts.isArchived ? null : (
            <Composer
              sessionId={id}
              isRunning={standing === 'running'}
              isWaiting={standing === 'waiting'}
              onSend={() => setSent((times) => times + 1)}
              isPractice={isPractice || settings.model === PRACTICE}
            />
          )}
        </div>
        <aside
          aria-label={t('memory')}
          className={clsx(
            'min-w-0 border-line max-md:flex-1 md:w-80 md:shrink-0 md:border-l lg:w-[30rem]',
            pane === 'conversation' && 'max-md:hidden',
          )}
        >
          <LiveMemory sessionId={id} stores={facts.stores} entries={state.entries} />
        </aside>
      </div>
      <Announcer state={state} />
    </>
  )
}

const PANES = ['conversation', 'memory'] as const
type Pane = (typeof PANES)[number]

/** On a phone one of them is in view. */
function PaneChoice({ pane, onChoose }: { pane: Pane; onChoose: (pane: Pane) => void }) {
  const t = useTranslations('Session')
  return (
    <div className="border-b border-line px-3 py-1.5 md:hidden [&_label]:flex-1 [&_label]:justify-center [&>fieldset]:w-full">
      <SegmentedChoice
        name="pane"
        legend={t('panes')}
        choices={PANES.map((value) => ({ value, label: t(value) }))}
        value={pane}
        onChoose={onChoose}
      />
    </div>
  )
}

/** Longer answers are begun, and the rest is read on the page. */
const MOST_SAID = 400

/** Reads out what the agent said once it is whole, and how the session stands when that changes. */
function Announcer({ state: { entries, facts } }: { state: SessionState }) {
  const t = useTranslations('Session')
  const standing = standingOf(facts)
  const last = entries.findLast(({ kind }) => kind === 'said')
  const seen = useRef({ id: last?.id, standing })
  const [words, setWords] = useState('')
  useEffect(() => {
    const before = seen.current
    seen.current = { id: last?.id, standing }
    const said = last?.kind === 'said' && last.id !== before.id ? plainText(last.text) : null
    const stands = standing !== before.standing ? t(`standing_${standing}`) : null
    const news = [said?.slice(0, MOST_SAID), stands].filter(
      (each) => each !== null && each !== undefined,
    )
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- what is read out is what changed
    if (news.length > 0) setWords(news.join(' '))
  }, [last, standing, t])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

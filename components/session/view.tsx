'use client'

import { clsx } from 'clsx'
import { ArrowUp, Square } from 'lucide-react'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLater } from '@/components/ui/later'
import { WhyNot } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { Conversation } from './conversation'
import { SessionHead } from './head'
import { messages, putBack, takeRest, wasSent } from './drafts'
import { type SessionState, standingOf } from './state'
import { PRACTICE } from '@/components/ui/actor-name'
import { useSession } from './use-session'
import { useAct } from '@/components/act/use-act'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'
import { send, stop } from './actions'
import { Form } from '@/components/ui/form'

// What it shows is asked for by the script in any case; the conversation comes first.
const LiveMemory = dynamic(() => import('./live-memory').then((it) => it.LiveMemory), {
  ssr: false,
})

const loadLater = () => import('./later')

// Most sessions go on.
const Over = dynamic(() => import('./end').then((it) => it.Over))

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
  const { facts, entries, written, isGone } = state
  const { id, settings } = facts
  const standing = standingOf(facts)
  const [pane, setPane] = useState<Pane>('conversation')
  const [sent, setSent] = useState(0)
  // It comes right after the page, and is there by the time that somebody wants it.
  const later = useLater(loadLater)
  return (
    <>
      <SessionHead state={state} later={later} />
      {isGone || facts.isArchived ? <Over isGone={isGone} /> : null}
      <PaneChoice pane={pane} onChoose={setPane} />
      <div data-session className="flex min-h-0 flex-1">
        <div
          className={clsx(
            'flex min-h-0 min-w-0 flex-1 flex-col',
            pane === 'memory' && 'max-md:hidden',
          )}
        >
          <Conversation state={state} sent={sent} later={later} />
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
          <LiveMemory sessionId={id} stores={facts.stores} entries={entries} written={written} />
        </aside>
      </div>
      {later ? <later.Announcer state={state} /> : null}
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

export interface ComposerProps {
  sessionId: string
  isRunning: boolean
  /** a call waits for an answer */
  isWaiting: boolean
  /** the practice agent answers */
  isPractice: boolean
  /** something is on its way */
  onSend: () => void
}

async function sendMessage(message: Parameters<typeof send>[0]) {
  const result = await send(message)
  if (result.ok) wasSent(message.sessionId, message.text)
  return result
}

/** The field for messages. What was not sent stays in it, also where the page is left meanwhile. */
function Composer({ sessionId, isRunning, isWaiting, isPractice, onSend }: ComposerProps) {
  const t = useTranslations('Session')
  const field = useRef<HTMLTextAreaElement>(null)
  const text = messages.useDraft(sessionId) ?? ''
  const setText = (next: string) => messages.keep(sessionId, next || null)
  const sending = useAct(sendMessage)
  const stopping = useAct(stop)
  useKey('/', t('message'), () => field.current?.focus(), { bar: true })
  // Before another key can be pressed, which would be nobody's.
  useLayoutEffect(() => {
    const { current } = field
    const isBegun = takeRest(sessionId)
    if (!current || !(isBegun || messages.draftOf(sessionId) !== null)) return
    // Typing goes on here.
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [sessionId])
  const halt = () => {
    if (!stopping.isBusy) void stopping.run({ sessionId })
  }
  useKey('escape', t('stop'), halt, { when: isRunning, bar: true })

  const submit = async () => {
    if (text.trim() === '') return
    // What is typed meanwhile is the next message.
    setText('')
    field.current?.focus()
    onSend()
    const result = await sending.run({ sessionId, text })
    if (!result.ok) putBack(sessionId, text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      const waiting = document.querySelector<HTMLElement>('[data-call][data-state="waiting"]')
      if (waiting) waiting.focus()
      else if (isRunning) halt()
      // The letters are the page's keys again.
      else event.currentTarget.blur()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void submit()
  }

  return (
    <Form
      className="mx-auto w-full max-w-[780px] px-4 pt-1 pb-3 max-md:px-3 max-md:pb-2"
      onSend={() => void submit()}
    >
      <WhyNot why={sending.why ?? stopping.why} />
      <div className="mt-1 flex items-end gap-1.5 rounded-sheet bg-raised p-1.5 shadow-[0_0_0_1px_var(--control)] focus-within:shadow-[0_0_0_2px_var(--accent)]">
        <textarea
          ref={field}
          data-composer
          aria-label={t('message')}
          aria-keyshortcuts="/"
          value={text}
          rows={1}
          placeholder={t(isRunning || isWaiting ? 'placeholderQueued' : 'placeholder')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-48 min-h-7 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-talk outline-none placeholder:text-ink-3 max-md:min-h-9 max-md:py-1.5"
        />
        {isRunning || isWaiting ? (
          <Button
            isBusy={stopping.isBusy}
            onClick={halt}
            Icon={Square}
            stroke={isRunning ? 'escape' : undefined}
          >
            {t('stop')}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={isWaiting ? 'secondary' : 'primary'}
          label={t('send')}
          disabled={text.trim() === ''}
          Icon={ArrowUp}
        />
      </div>
      <p className="mt-1 flex flex-wrap justify-between gap-x-4 px-1 text-xs text-ink-3">
        <span className="max-md:hidden">{t(isWaiting ? 'hintWaiting' : 'hintSend')}</span>
        {isPractice ? t('practice') : null}
      </p>
    </Form>
  )
}

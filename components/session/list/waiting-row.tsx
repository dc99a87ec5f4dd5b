'use client'

import dynamic from 'next/dynamic'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { isTextInput } from '@/components/ui/is-text-input'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { AnswerTold, useNoteAnswered } from './answered-elsewhere'

// Needed only once somebody looks at a change.
const WaitingPanel = dynamic(
  () => import('../conversation/waiting-panel').then((module) => module.WaitingPanel),
  { ssr: false },
)

export interface WaitingRowProps {
  sessionId: string
  /** of the call that waits */
  eventId: string
  className: string
  name: ReactNode
  state: ReactNode
  /** the other cells */
  children: ReactNode
}

/**
 * The row of a session whose call waits: the keys that answer first show what it would change, and
 * then answer it, while the focus is in the row.
 */
export function WaitingRow({
  sessionId,
  eventId,
  className,
  name,
  state,
  children,
}: WaitingRowProps) {
  const t = useTranslations('Sessions')
  const row = useRef<HTMLLIElement>(null)
  const [isHere, setHere] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const answeredHere = useRef<string | null>(null)
  const noteAnswered = useNoteAnswered()
  const leave = useEffectEvent((call: string) => {
    if (isOpen && answeredHere.current !== call) noteAnswered(sessionId, call)
  })
  useEffect(() => () => leave(eventId), [eventId])
  const show = () => {
    if (row.current?.contains(document.activeElement)) setOpen(true)
  }
  useLetterKey('a', show)
  useLetterKey('d', show)
  useLetterKey('r', show)
  useLetterKey('e', show)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen || isTextInput(event.target)) return
    setOpen(false)
    row.current?.querySelector<HTMLElement>('[data-session-row]')?.focus()
  }
  return (
    <li
      ref={row}
      className={className}
      onKeyDown={onKeyDown}
      onFocus={() => setHere(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHere(currentTarget.contains(relatedTarget))}
    >
      {name}
      <div className="relative flex flex-wrap items-center gap-2">
        {state}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-keyshortcuts="a e r d"
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hideChange' : 'showChange')}
        </Button>
        <AnswerTold sessionId={sessionId} />
      </div>
      {children}
      {isOpen ? (
        <div className="relative z-10 col-span-full pt-1 pb-2">
          <WaitingPanel
            key={eventId}
            sessionId={sessionId}
            eventId={eventId}
            takesKeys={isHere}
            onAnswer={(isOnItsWay) => {
              answeredHere.current = isOnItsWay ? eventId : null
            }}
          />
        </div>
      ) : null}
    </li>
  )
}

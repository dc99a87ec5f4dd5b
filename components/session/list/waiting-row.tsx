'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
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

/** Where a row has one column. */
const PHONE = '(width < 48rem)'

function followPhone(onChange: () => void): () => void {
  const phone = matchMedia(PHONE)
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}

const isNoPhone = () => false

export interface WaitingRowProps {
  sessionId: string
  /** of the call that waits */
  eventId: string
  /** whether it is the first that waits: where there is little room it shows its change by itself */
  isFirst: boolean
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
  isFirst,
  className,
  name,
  state,
  children,
}: WaitingRowProps) {
  const t = useTranslations('Sessions')
  const row = useRef<HTMLLIElement>(null)
  const [isHere, setHere] = useState(false)
  const isPhone = useSyncExternalStore(followPhone, () => matchMedia(PHONE).matches, isNoPhone)
  const [opened, setOpen] = useState<boolean | null>(null)
  const isOpen = opened ?? (isFirst && isPhone)
  const [isWriting, setWriting] = useState(false)
  const router = useRouter()
  const answeredHere = useRef<string | null>(null)
  const noteAnswered = useNoteAnswered()
  const leave = useEffectEvent((call: string) => {
    if (isOpen && answeredHere.current !== call) noteAnswered(sessionId, call)
  })
  useEffect(() => () => leave(eventId), [eventId])
  const shown = t(isOpen ? 'hideChange' : 'showChange')
  const show = () => {
    if (row.current?.contains(document.activeElement)) setOpen(true)
  }
  useLetterKey('a', show)
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
      data-holds-page={isWriting ? '' : undefined}
      data-waiting
      className={className}
      onKeyDown={onKeyDown}
      onFocus={() => setHere(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHere(currentTarget.contains(relatedTarget))}
    >
      {name}
      <div className="relative flex flex-wrap items-center gap-2">
        {state}
        <Button
          className="at-rest-hidden max-md:hidden"
          variant="quiet"
          size="small"
          aria-label={shown}
          title={shown}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp size={15} aria-hidden /> : <ChevronDown size={15} aria-hidden />}
        </Button>
        <AnswerTold sessionId={sessionId} />
      </div>
      {children}
      {isOpen ? (
        <div className="relative z-10 col-span-full pt-1 pb-2 max-md:-mx-1">
          <WaitingPanel
            key={eventId}
            sessionId={sessionId}
            eventId={eventId}
            takesKeys={isHere}
            onAnswer={(isOnItsWay) => {
              answeredHere.current = isOnItsWay ? eventId : null
            }}
            onAnsweredElsewhere={() => {
              if (answeredHere.current !== eventId) noteAnswered(sessionId, eventId)
            }}
            onWriting={(isBegun) => {
              setWriting(isBegun)
              // What came meanwhile was held back.
              if (!isBegun) router.refresh()
            }}
          />
        </div>
      ) : null}
    </li>
  )
}

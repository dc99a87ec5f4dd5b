'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { callOutcomeQuery } from '../queries'

interface Answered {
  /** by session the call that somebody looked at here, and that was not answered here */
  calls: ReadonlyMap<string, string>
  note: (sessionId: string, eventId: string) => void
}

const AnsweredElsewhere = createContext<Answered>({ calls: new Map(), note: () => undefined })

/** Remembers, while the list of sessions stays, which of the shown calls were answered elsewhere. */
export function AnsweredElsewhereProvider({ children }: { children: ReactNode }) {
  const [calls, setCalls] = useState<ReadonlyMap<string, string>>(new Map())
  const note = useCallback(
    (sessionId: string, eventId: string) =>
      setCalls((before) => new Map(before).set(sessionId, eventId)),
    [],
  )
  const answered = useMemo(() => ({ calls, note }), [calls, note])
  return <AnsweredElsewhere value={answered}>{children}</AnsweredElsewhere>
}

/** Returns what notes that a shown call was answered elsewhere. */
export const useNoteAnswered = () => use(AnsweredElsewhere).note

/** Shows the decision, made elsewhere, on the call that was in a session's row; else nothing. */
export function AnswerTold({ sessionId }: { sessionId: string }) {
  const eventId = use(AnsweredElsewhere).calls.get(sessionId)
  return eventId === undefined ? null : <Told sessionId={sessionId} eventId={eventId} />
}

function Told({ sessionId, eventId }: { sessionId: string; eventId: string }) {
  const t = useTranslations('Sessions')
  const { data } = useQuery(callOutcomeQuery(sessionId, eventId))
  return (
    <span role="status" className="text-xs text-ink-2">
      {t('answeredElsewhere', { state: data?.state ?? 'proposed' })}
    </span>
  )
}

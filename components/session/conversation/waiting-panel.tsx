'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { callOutcomeQuery } from '../queries'
import { Approval, type Confirm } from './approval'
import { CallDiff } from './call-diff'
import { confirmCallAction } from './conversation-actions'

export interface WaitingPanelProps {
  sessionId: string
  eventId: string
  /** whether the keys that answer are meant for this call */
  takesKeys: boolean
  /** the person's answer is on its way, or was not accepted */
  onAnswer: (isOnItsWay: boolean) => void
  /** somebody else answered while this person was writing */
  onAnsweredElsewhere: () => void
  /** a person began to write, or ended it */
  onWriting: (isBegun: boolean) => void
}

/**
 * Shows what a waiting call would change, with its answers, outside of its conversation. What a person
 * writes stays when somebody else answers meanwhile.
 */
export function WaitingPanel(props: WaitingPanelProps) {
  const { sessionId, eventId, takesKeys, onAnswer, onAnsweredElsewhere, onWriting } = props
  const [isWriting, setWriting] = useState(false)
  const { data } = useQuery({ ...callOutcomeQuery(sessionId, eventId), enabled: isWriting })
  const isWaiting = !isWriting || data === undefined || data.state === 'proposed'
  const tell = useEffectEvent(onAnsweredElsewhere)
  useEffect(() => {
    if (!isWaiting) tell()
  }, [isWaiting])
  const confirm: Confirm = async (answer) => {
    onAnswer(true)
    const outcome = await confirmCallAction({ sessionId, ...answer }).catch((error: unknown) => {
      onAnswer(false)
      throw error
    })
    if (!outcome.isDone || outcome.value.isHeld) onAnswer(false)
    return outcome
  }
  return (
    <div className="overflow-clip rounded-card bg-sheet shadow-[0_0_0_1.5px_var(--caution)]">
      <CallDiff sessionId={sessionId} eventId={eventId} state="proposed" />
      <Approval
        sessionId={sessionId}
        eventId={eventId}
        takesKeys={takesKeys}
        isWaiting={isWaiting}
        confirm={confirm}
        onWriting={(isBegun) => {
          setWriting(isBegun)
          onWriting(isBegun)
        }}
      />
    </div>
  )
}

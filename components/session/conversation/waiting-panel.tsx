'use client'

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
}

/** Shows what a waiting call would change, with its answers, outside of its conversation. */
export function WaitingPanel({ sessionId, eventId, takesKeys, onAnswer }: WaitingPanelProps) {
  const confirm: Confirm = async (answer) => {
    onAnswer(true)
    const outcome = await confirmCallAction({ sessionId, ...answer }).catch((error: unknown) => {
      onAnswer(false)
      throw error
    })
    if (!outcome.isDone) onAnswer(false)
    return outcome
  }
  return (
    <div className="overflow-clip rounded-card bg-sheet shadow-[0_0_0_1.5px_var(--caution)]">
      <CallDiff sessionId={sessionId} eventId={eventId} state="proposed" />
      <Approval sessionId={sessionId} eventId={eventId} takesKeys={takesKeys} confirm={confirm} />
    </div>
  )
}

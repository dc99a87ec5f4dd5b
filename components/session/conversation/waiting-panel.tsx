'use client'

import { Approval } from './approval'
import { CallDiff } from './call-diff'
import { confirmCallAction } from './conversation-actions'

export interface WaitingPanelProps {
  sessionId: string
  eventId: string
  /** whether the keys that answer are meant for this call */
  takesKeys: boolean
}

/** Shows what a waiting call would change, with its answers, outside of its conversation. */
export function WaitingPanel({ sessionId, eventId, takesKeys }: WaitingPanelProps) {
  return (
    <div className="overflow-clip rounded-card bg-sheet shadow-[0_0_0_1.5px_var(--caution)]">
      <CallDiff sessionId={sessionId} eventId={eventId} state="proposed" />
      <Approval
        sessionId={sessionId}
        eventId={eventId}
        takesKeys={takesKeys}
        confirm={(answer) => confirmCallAction({ sessionId, ...answer })}
      />
    </div>
  )
}

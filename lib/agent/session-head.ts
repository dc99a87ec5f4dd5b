import type { Session } from './session'
import type { SessionSettings } from './session-settings'

/** A session as it is shown, without its conversation. */
export interface SessionHead {
  id: string
  title: string | null
  settings: SessionSettings
  isArchived: boolean
  /** of two heads the newer has the higher */
  revision: number
}

export function sessionHead(session: Session): SessionHead {
  const { id, title, settings, archivedAt, revision } = session
  return { id, title, settings, isArchived: archivedAt !== null, revision }
}

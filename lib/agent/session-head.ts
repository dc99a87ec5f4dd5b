import type { Session } from './session'
import type { SessionSettings } from './session-settings'
import { systemPrompt } from './system-prompt'

/** A session as it is shown, without its conversation. */
export interface SessionHead {
  id: string
  title: string | null
  settings: SessionSettings
  isArchived: boolean
  /** the whole system prompt as sent */
  system: string
  /** of two heads the newer has the higher */
  revision: number
}

export function sessionHead(session: Session): SessionHead {
  const { id, title, settings, stores, archivedAt, revision } = session
  const system = systemPrompt(settings, stores)
  return { id, title, settings, isArchived: archivedAt !== null, system, revision }
}

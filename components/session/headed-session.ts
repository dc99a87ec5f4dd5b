import type { SessionSettings } from '@/lib/agent/session-settings'

/** What the head shows of a session as stored. */
export interface HeadedSession {
  id: string
  title: string | null
  settings: SessionSettings
  isArchived: boolean
  /** the whole system prompt as sent */
  system: string
}

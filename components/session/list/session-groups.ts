import type { Session } from '@/lib/agent/session'
import { DAY_MS } from '@/lib/text/day-ms'

/** The groups of the list of sessions, the most urgent first. */
export const SESSION_GROUPS = ['waiting', 'running', 'today', 'week', 'older'] as const

export type SessionGroup = (typeof SESSION_GROUPS)[number]

type Grouped = Pick<Session, 'status' | 'stopReason' | 'updatedAt'>

/**
 * Time since the last write within which a session elsewhere is taken to continue; milliseconds.
 */
const GOING_ON_MS = 2 * 60_000

/** The group of a session that is observed, by when it last did something. */
export function groupOfObserved({ lastAt }: { lastAt: number }, now: number): SessionGroup {
  if (lastAt >= now - GOING_ON_MS) return 'running'
  if (lastAt >= now - (now % DAY_MS)) return 'today'
  return lastAt >= now - 7 * DAY_MS ? 'week' : 'older'
}

/** The group of a session: what it needs or does, else when it last had an event. */
export function groupOf({ status, stopReason, updatedAt }: Grouped, now: number): SessionGroup {
  if (status === 'running') return 'running'
  if (status === 'idle' && stopReason?.type === 'requires_action') return 'waiting'
  if (updatedAt >= now - (now % DAY_MS)) return 'today'
  return updatedAt >= now - 7 * DAY_MS ? 'week' : 'older'
}

/** Whether a session stopped because something went wrong again and again. */
export const isFailed = ({ status, stopReason }: Pick<Session, 'status' | 'stopReason'>): boolean =>
  status === 'idle' && stopReason?.type === 'retries_exhausted'

import type { Finding } from '@/lib/review/model/finding'

/** The state of a finding as the page's script knows it: without any text of the memory. */
export interface FindingStanding {
  id: string
  status: Finding['status']
  /** whether its lines stand; if they do not, nothing more is said of it */
  isStanding: boolean
  /** the reviewer's reason for dismissing it */
  reason: string | null
  /** milliseconds since 1970; null: it is reported */
  exceptedUntil: number | null
  /** the exception that covers it; null: none does */
  exceptionId: string | null
}

export function standingOf(finding: Finding): FindingStanding {
  const { id, status, isStanding, reason, exceptedUntil, exceptionId } = finding
  return { id, status, isStanding, reason, exceptedUntil, exceptionId }
}

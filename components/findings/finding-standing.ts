import 'server-only'
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
  /** whether what was found can be redacted: a text that should not be known */
  mayBeRedacted: boolean
}

const NOT_TO_BE_KNOWN: readonly Finding['category'][] = ['secret', 'personal_data']

export function standingOf(finding: Finding): FindingStanding {
  const { id, status, isStanding, reason, exceptedUntil, exceptionId, category } = finding
  const mayBeRedacted = isStanding && NOT_TO_BE_KNOWN.includes(category)
  return { id, status, isStanding, reason, exceptedUntil, exceptionId, mayBeRedacted }
}

import type { ActionResult } from '@/components/commands/action-result'

/** A person's answer to a summary that waits. */
export type ConfirmSummary = (answer: {
  startId: string
  result: 'allow' | 'deny'
  /** null: unchanged */
  summary: string | null
}) => Promise<ActionResult>

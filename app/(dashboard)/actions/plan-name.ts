import { createHash } from 'node:crypto'
import type { RollbackPlan } from '@/lib/store/rollback-plan'

/** The name of a plan: two that would do the same have the same. */
export function planName({ willChange, changedSince, cannot }: RollbackPlan): string {
  const what = JSON.stringify([willChange, changedSince, cannot])
  return createHash('sha256').update(what).digest('hex')
}

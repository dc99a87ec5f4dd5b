import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { RollbackResult } from '../model/rollback-plan'

/** Plans kept at once, as of one that leaves nothing out and one that does, in two windows. */
const MAX_PLANS = 4

const ofDatabases = perProcess(
  'recent plans',
  () => new WeakMap<Database, Map<string, Promise<RollbackResult>>>(),
)

/**
 * A plan that was computed a moment ago, if nothing at all has changed since: whoever steps through
 * one asks for it with every step. `name` says all that it follows from besides what is stored. What
 * is carried out is compared with a plan of its own.
 */
export function recentPlan(
  db: Database,
  name: string,
  compute: () => Promise<RollbackResult>,
): Promise<RollbackResult> {
  const plans = plansOf(db)
  const known = plans.get(name)
  if (known) return known
  const plan = compute()
  plans.set(name, plan)
  plan.catch(() => plans.delete(name))
  for (const oldest of [...plans.keys()].slice(0, -MAX_PLANS)) plans.delete(oldest)
  return plan
}

function plansOf(db: Database): Map<string, Promise<RollbackResult>> {
  const known = ofDatabases.get(db)
  if (known) return known
  const plans = new Map<string, Promise<RollbackResult>>()
  ofDatabases.set(db, plans)
  db.changes.subscribe(() => plans.clear(), 'nothing')
  return plans
}

import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { RollbackResult } from '../model/rollback-plan'

/** Plans kept at once, as of one that leaves nothing out and one that does, in two windows. */
const MAX_PLANS = 4

/** Answers a plan that is known by a name, or computes it. */
type RecentPlans<Plan> = (db: Database, name: string, compute: () => Promise<Plan>) => Promise<Plan>

/**
 * Plans that were computed a moment ago, if nothing at all has changed since: whoever steps through
 * one asks for it with every step. The name of a plan says all that it follows from besides what is
 * stored. What is carried out is compared with a plan of its own. `kind` tells them from others.
 */
export function recentPlans<Plan>(kind: string): RecentPlans<Plan> {
  const ofDatabases = perProcess(kind, () => new WeakMap<Database, Map<string, Promise<Plan>>>())
  const plansOf = (db: Database) => {
    const known = ofDatabases.get(db)
    if (known) return known
    const plans = new Map<string, Promise<Plan>>()
    ofDatabases.set(db, plans)
    db.changes.subscribe(() => plans.clear(), 'nothing')
    return plans
  }
  return (db, name, compute) => {
    const plans = plansOf(db)
    const known = plans.get(name)
    if (known) return known
    const plan = compute()
    plans.set(name, plan)
    plan.catch(() => plans.delete(name))
    for (const oldest of [...plans.keys()].slice(0, -MAX_PLANS)) plans.delete(oldest)
    return plan
  }
}

/** Of undoing and restoring. */
export const recentPlan = recentPlans<RollbackResult>('recent plans')

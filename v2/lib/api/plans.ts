import { isRefusal, Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask, Chosen, Plan, PlanDone } from '@/lib/store/plan/plan'

/** A plan is made again this often where others write and none was shown. */
const TRIES = 4

/**
 * Does the plan that a caller was shown, by its hash, or, where none was, the one that stands. Refuses
 * `plan_changed` where what would be done is not what was shown.
 */
export async function doShown(
  storeId: string,
  ask: Ask,
  shown: string | undefined,
  cause: Cause,
  choices: (plan: Plan) => Omit<Chosen, 'hash'> = () => ({}),
): Promise<PlanDone> {
  for (let tries = 1; ; tries++) {
    const { plan } = await planOf(storeId, ask)
    refuseOther(plan, shown)
    try {
      return await doPlan(storeId, ask, { hash: plan.hash, ...choices(plan) }, cause)
    } catch (error) {
      const isOther = isRefusal(error) && error.code === 'plan_changed'
      if (!isOther || shown !== undefined || tries === TRIES) throw error
    }
  }
}

/** Refuses `plan_changed` where another plan was shown. */
export function refuseOther({ hash }: Plan, shown: string | undefined): void {
  if (shown === undefined || shown === hash) return
  throw new Refusal(
    'plan_changed',
    'What was planned is no longer what would be done, so nothing was done. Ask for the plan again (dry_run) and send its hash.',
  )
}

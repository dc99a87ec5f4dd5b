import { cancelExperimentRun } from '@/lib/experiments/change-experiments'
import { getExperiment } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { wireExperiment } from '../resources/experiment'

type Params = { storeId: string; experimentId: string }

/** Stops the newest run; what was answered stays. Does nothing to one that is over. */
export const POST: Handler<Params> = async ({ db, params }) => {
  const { run } = await getExperiment(db, params)
  await cancelExperimentRun(db, run.id)
  return wireExperiment(await getExperiment(db, params))
}

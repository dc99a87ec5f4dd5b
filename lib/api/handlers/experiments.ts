import { createExperiment, estimateExperiment } from '@/lib/experiments/change-experiments'
import { getExperiment, listExperiments } from '@/lib/experiments/read-experiments'
import { seesAllOf } from '@/lib/auth/may'
import type { Handler } from '../api-call'
import { createExperimentBody, experimentOfBody } from '../experiment-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { requireStore } from '../require-seen'
import { wireExperiment, wireExperimentEstimate, wireExperimentItem } from '../resources/experiment'
import { wirePage } from '../resources/values'

type Params = { storeId: string }

/** All that the caller sees every store of: a store has a limited number. */
export const GET: Handler<Params> = async ({ db, params: { storeId }, caller }) => {
  const all = await listExperiments(db, storeId)
  const seen = all.filter(({ experiment: { columns } }) =>
    seesAllOf(
      caller,
      columns.map((column) => column.storeId),
    ),
  )
  return wirePage(
    seen.map(({ experiment, lastRun }) => wireExperimentItem(experiment, lastRun)),
    null,
  )
}

/** Starts an experiment, or tells its price; not in the standard. */
export const POST: Handler<Params> = async ({ db, request, params, caller, cause }) => {
  const { storeId } = params
  const body = parseInput(createExperimentBody, await readJson(request))
  for (const { memory_store_id: asked } of body.columns) {
    if (asked !== undefined) requireStore(caller, asked)
  }
  const asked = { storeId, experiment: experimentOfBody(body), budget: body.budget }
  if (body.dry_run) return wireExperimentEstimate(await estimateExperiment(db, asked))
  const experimentId = await createExperiment(db, { ...asked, by: cause.actor })
  return wireExperiment(await getExperiment(db, { storeId, experimentId }))
}

import { deleteExperiment } from '@/lib/experiments/change-experiments'
import { getExperiment } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { experimentQuery } from '../experiment-schemas'
import { parseQuery } from '../parse'
import { wireExperiment } from '../resources/experiment'

type Params = { storeId: string; experimentId: string }

export const GET: Handler<Params> = async ({ db, request, params }) => {
  const { run_id: runId } = parseQuery(experimentQuery, request)
  return wireExperiment(await getExperiment(db, { ...params, runId }))
}

export const DELETE: Handler<Params> = async ({ db, params }) => {
  await deleteExperiment(db, params)
  return { id: params.experimentId, type: 'experiment_deleted' }
}

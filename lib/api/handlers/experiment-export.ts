import { getExperiment } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { experimentFile } from '../experiment-file'
import { exportExperimentQuery } from '../experiment-schemas'
import { parseQuery } from '../parse'

type Params = { storeId: string; experimentId: string }

export const GET: Handler<Params> = async ({ db, request, params, requestId }) => {
  const { format, run_id: runId } = parseQuery(exportExperimentQuery, request)
  return experimentFile(await getExperiment(db, { ...params, runId }), { format, requestId })
}

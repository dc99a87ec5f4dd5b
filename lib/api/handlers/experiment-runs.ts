import { estimateRun, runExperiment } from '@/lib/experiments/change-experiments'
import { getExperiment } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { runExperimentBody } from '../experiment-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireExperiment, wireExperimentEstimate } from '../resources/experiment'

type Params = { storeId: string; experimentId: string }

/** Runs an experiment again, or tells the price of that. */
export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  const { budget, dry_run: isDryRun } = parseInput(runExperimentBody, await readJson(request))
  const asked = { ...params, budget }
  if (isDryRun) return wireExperimentEstimate(await estimateRun(db, asked))
  const runId = await runExperiment(db, { ...asked, by: cause.actor })
  return wireExperiment(await getExperiment(db, { ...params, runId }))
}

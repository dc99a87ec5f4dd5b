import { answersOf } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { experimentAnswersQuery } from '../experiment-schemas'
import { parseQuery } from '../parse'
import { wireExperimentSample } from '../resources/experiment'
import { wirePage } from '../resources/values'

type Params = { storeId: string; experimentId: string }

/** The answers to one test in all columns: a run has a limited number. */
export const GET: Handler<Params> = async ({ db, request, params }) => {
  const { memory_test_id: testId, run_id: runId } = parseQuery(experimentAnswersQuery, request)
  const answers = await answersOf(db, { ...params, testId, runId })
  return wirePage(answers.map(wireExperimentSample), null)
}

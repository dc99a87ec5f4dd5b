import { followExperiment } from '@/lib/experiments/follow-experiment'
import { getExperiment } from '@/lib/experiments/read-experiments'
import type { Handler } from '../api-call'
import { experimentQuery } from '../experiment-schemas'
import { parseQuery } from '../parse'
import { wireCells } from '../resources/experiment'
import { workEventStream } from '../work-event-stream'

type Params = { storeId: string; experimentId: string }

/** The cells of an experiment's table as they fill; of the newest run, unless another is named. */
export const GET: Handler<Params> = async (call) => {
  const { db, params } = call
  const { run_id: asked } = parseQuery(experimentQuery, call.request)
  const { run } = await getExperiment(db, { ...params, runId: asked })
  return workEventStream(call, {
    id: run.id,
    follow: (signal) => followExperiment(db, { ...params, runId: run.id, signal }),
    event: 'experiment.cell',
    parts: ({ table }) => wireCells(table),
    endedAs: ({ run: now }) => (now.finishedAt === null ? null : now.state),
  })
}

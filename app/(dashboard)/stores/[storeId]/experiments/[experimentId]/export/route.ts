import { experimentFile } from '@/lib/api/experiment-file'
import { exportExperimentQuery } from '@/lib/api/experiment-schemas'
import { parseQuery } from '@/lib/api/parse'
import { respondError } from '@/lib/api/respond'
import { responseOf, WebRequest } from '@/lib/api/web'
import { database } from '@/lib/db/open-database'
import { getExperiment } from '@/lib/experiments/read-experiments'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ storeId: string; experimentId: string }>
}

/** The table of a run as a file, for the person who asks on its page. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const requestId = newId('req')
  try {
    const { format, run_id: runId } = parseQuery(exportExperimentQuery, new WebRequest(request))
    const shown = await getExperiment(database(), { ...(await params), runId })
    return experimentFile(shown, { format, requestId })
  } catch (error) {
    return responseOf(respondError(error, requestId))
  }
}

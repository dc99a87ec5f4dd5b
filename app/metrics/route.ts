import { answerMetrics } from '@/lib/api/metrics'
import { requestOfWeb, responseOf } from '@/lib/api/web'

/** The figures in a server that is not scripts/server.mjs, as `app/v1`. */
export const GET = async (request: Request) =>
  responseOf(await answerMetrics(requestOfWeb(request)))

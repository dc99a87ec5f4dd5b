import { answerMetrics } from '@/lib/api/metrics'
import { answerWeb } from '@/lib/api/web'

/** The figures in a server that is not scripts/server.mjs, as `app/v1`. */
export const GET = async (request: Request) => answerWeb(request, answerMetrics)

import { answerHealth } from '@/lib/api/health'
import { requestOfWeb, responseOf } from '@/lib/api/web'

export const dynamic = 'force-dynamic'

export async function GET(request: Request): Promise<Response> {
  return responseOf(await answerHealth(requestOfWeb(request)))
}

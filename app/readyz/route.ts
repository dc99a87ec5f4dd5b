import { answerReadiness } from '@/lib/api/health'
import { answerWeb } from '@/lib/api/web'

export const dynamic = 'force-dynamic'

export async function GET(request: Request): Promise<Response> {
  return answerWeb(request, answerReadiness)
}

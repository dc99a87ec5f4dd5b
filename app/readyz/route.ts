import { database } from '@/lib/db/database'
import { databaseProblem } from '@/lib/db/readiness'

export const dynamic = 'force-dynamic'

/** The database answers and has every migration. */
export async function GET(): Promise<Response> {
  const reason = await databaseProblem(database())
  return reason === null
    ? Response.json({ status: 'ready' })
    : Response.json({ status: 'not_ready', reason }, { status: 503 })
}

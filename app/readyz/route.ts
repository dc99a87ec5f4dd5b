import { database } from '@/lib/db/open-database'
import { databaseProblem } from '@/lib/db/readiness'

export const dynamic = 'force-dynamic'

/** The database answers, takes what is written, and has every migration. */
export async function GET(): Promise<Response> {
  const problem = await databaseProblem(database())
  return problem === null
    ? Response.json({ status: 'ready' })
    : Response.json({ status: 'not_ready', ...problem }, { status: 503 })
}

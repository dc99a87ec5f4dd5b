import type { Readiness } from '@/components/readiness/readiness'
import { database } from '@/lib/db/open-database'
import { databaseProblem } from '@/lib/db/readiness'

export const dynamic = 'force-dynamic'

/** The database answers, accepts writes, and has every migration. */
export async function GET(): Promise<Response> {
  const problem = await databaseProblem(database())
  const answer: Readiness =
    problem === null ? { status: 'ready' } : { status: 'not_ready', ...problem }
  return Response.json(answer, { status: problem === null ? 200 : 503 })
}

import { watched } from '@/lib/api/watched'
import { database } from '@/lib/db'
import { databaseProblem } from '@/lib/db/readiness'

/** The database answers, takes writes, and has every migration. */
export const GET = watched(async () => {
  const problem = await databaseProblem(database())
  return problem === null
    ? { status: 200, body: { status: 'ready' } }
    : { status: 503, body: { status: 'not_ready', ...problem } }
})

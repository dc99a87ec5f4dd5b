import { type Bisection, getBisection } from '@/lib/replay/get-bisection'
import { type CauseSearch, getCause } from '@/lib/replay/get-cause'
import { getReplay, type Replay } from '@/lib/replay/get-replay'
import type { ApiCall } from './api-call'
import { notFound } from './api-error'

/** Work on a turn that a call addresses; of any kind. */

type CallOf<Params> = Pick<ApiCall<Params>, 'db' | 'params'>

/** The search for causes of a call. Refuses one that is not there. */
export async function causeOfCall({
  db,
  params: { causeId },
}: CallOf<{ causeId: string }>): Promise<CauseSearch> {
  return there(await getCause(db, causeId), `search for causes ${causeId}`)
}

/** The replay of a call. Refuses one that is not there. */
export async function replayOfCall({
  db,
  params: { replayId },
}: CallOf<{ replayId: string }>): Promise<Replay> {
  return there(await getReplay(db, replayId), `replay ${replayId}`)
}

/** The bisection of a call. Refuses one that is not there. */
export async function bisectionOfCall({
  db,
  params: { bisectionId },
}: CallOf<{ bisectionId: string }>): Promise<Bisection> {
  return there(await getBisection(db, bisectionId), `bisection ${bisectionId}`)
}

function there<Work>(work: Work | null, name: string): Work {
  if (!work) throw notFound(`There is no ${name}.`)
  return work
}

import 'server-only'
import { database } from '@/lib/db/open-database'
import { changesetsById } from '@/lib/review/changesets/list-changesets'
import { countWaiting, waitingProposals } from '@/lib/store/proposals/proposals'
import { actorNames } from '@/lib/store/stores/name-actor'
import { changesetTitles } from '../changeset/changeset-title'
import type { WaitingRowsProps } from './waiting-rows'

const MAX_SHOWN = 10
const MAX_COUNTED = 1000

/** The writes that agents wait with, in a store or in all; null: none. */
export async function readWaitingAgents(
  storeId?: string,
): Promise<Omit<WaitingRowsProps, 'now' | 'chosen' | 'isPreviewed'> | null> {
  const proposals = await waitingProposals(database(), { storeId, limit: MAX_SHOWN })
  if (proposals.length === 0) return null
  const changesets = await changesetsById(
    database(),
    proposals.map(({ changesetId }) => changesetId),
  )
  const { titles, agents, subjects } = await changesetTitles([...changesets.values()])
  const names = await actorNames(
    database(),
    proposals.map(({ actor }) => actor.id),
  )
  const count = await countWaiting(database(), MAX_COUNTED, storeId)
  return { proposals, count, changesets, titles, agents, subjects, names }
}

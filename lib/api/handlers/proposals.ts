import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseQuery } from '../parse'
import { listProposalsQuery } from '../review-schemas'
import { wirePage } from '../resources/values'
import { wireProposal } from '../resources/proposal'
import { listProposals } from '@/lib/store/proposals/proposals'

export const GET: Handler<{ storeId: string }> = async ({
  db,
  request,
  params,
  audience,
  caller,
}) => {
  const { storeId } = params
  const { state, limit, page } = parseQuery(listProposalsQuery, request)
  const scope = ['proposals', storeId, state]
  const agent = audience === 'agents' ? caller.actor : undefined
  const after = decodeCursor(scope, page, 'text')
  const found = await listProposals(db, { storeId, state, limit: limit + 1, after, agent })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last ? encodeCursor(scope, last.id) : null
  return wirePage(shown.map(wireProposal), next)
}

import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { listProposalsQuery } from '@/lib/api/review-schemas'
import { wirePage } from '@/lib/api/serialise'
import { wireProposal } from '@/lib/api/serialise-review'
import { listProposals } from '@/lib/store/list-proposals'

export const GET = apiRoute<{ storeId: string }>('read', async ({ db, request, params }) => {
  const { storeId } = params
  const { state, limit, page } = parseQuery(listProposalsQuery, request)
  const scope = ['proposals', storeId, state]
  const after = decodeCursor(scope, page, 'text')
  const found = await listProposals(db, { storeId, state, limit: limit + 1, after })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last ? encodeCursor(scope, last.id) : null
  return wirePage(shown.map(wireProposal), next)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')

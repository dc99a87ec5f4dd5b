import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { bodyLimitFor, readJson } from '@/lib/api/read-body'
import { decideProposalBody } from '@/lib/api/review-schemas'
import { wireProposal, wireProposalChanges } from '@/lib/api/serialise-review'
import { decideProposal } from '@/lib/proposals/decide-proposal'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import { getStore } from '@/lib/store/get-store'

type Params = { storeId: string; proposalId: string }

/** While it waits, with what it would change now. */
export const GET = apiRoute<Params>('read', async ({ db, params }) => {
  const proposal = await requireProposal(db, params)
  const preview = proposal.state === 'waiting' ? await previewProposal(db, proposal) : null
  return { ...wireProposal(proposal), proposed: preview && wireProposalChanges(preview) }
})

export const POST = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
  const { settings } = await getStore(db, params.storeId)
  await requireProposal(db, params)
  const body = parseInput(
    decideProposalBody,
    await readJson(request, bodyLimitFor(settings.maxContentBytes)),
  )
  const { result, message, content } = body
  const proposal = await decideProposal(db, {
    ...params,
    by: caller.actor,
    decision:
      result === 'allow'
        ? { result, content, shown: { contentSha256: body.content_sha256 ?? '' } }
        : { result, message },
  })
  return wireProposal(proposal)
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')

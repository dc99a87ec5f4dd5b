import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { gatesOfBody } from '../gates-of-body'
import { bodyLimitFor, readJson } from '../read-body'
import { decideProposalBody } from '../review-schemas'
import { wireProposal, wireProposalChanges } from '../resources/proposal'
import { decideProposalPastGates } from '@/lib/gates/decide-proposal'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import { refuseReview } from '@/lib/review/model/review-problems'
import { getStore } from '@/lib/store/stores/read-stores'
import { isKeptFrom } from '@/lib/store/proposals/proposals'

type Params = { storeId: string; proposalId: string }

/** While it waits, with what it would change now. */
export const GET: Handler<Params> = async ({ db, params, audience, caller }) => {
  const proposal = await requireProposal(db, params)
  if (audience === 'agents' && (await isKeptFrom(db, caller.actor, proposal.id))) {
    refuseReview({ kind: 'proposal_not_found', ...params })
  }
  const preview = proposal.state === 'waiting' ? await previewProposal(db, proposal) : null
  return { ...wireProposal(proposal), proposed: preview && wireProposalChanges(preview) }
}

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  const { settings } = await getStore(db, params.storeId)
  await requireProposal(db, params)
  const body = parseInput(
    decideProposalBody,
    await readJson(request, bodyLimitFor(settings.maxContentBytes)),
  )
  const { result, message, content } = body
  const proposal = await decideProposalPastGates(db, {
    ...params,
    by: caller.actor,
    gates: gatesOfBody(body),
    decision:
      result === 'allow'
        ? { result, content, shown: { contentSha256: body.content_sha256 ?? '' } }
        : { result, message },
  })
  return wireProposal(proposal)
}

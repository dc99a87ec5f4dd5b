import { heldAnswer, type HoldableWrite } from '@/lib/proposals/held-answer'
import { StoreError } from '@/lib/store/model/problems'
import { ApiError } from './api-error'
import type { ApiRequest } from './api-request'

type WriteOfCall = Omit<HoldableWrite, 'origin'> & { request: Pick<ApiRequest, 'origin'> }

/** Runs a write; what a policy holds becomes a proposal, and 403 that names it. */
export async function orHeld<T>(
  { request, ...write }: WriteOfCall,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem.kind !== 'held_by_policy') throw error
    const { problem } = error
    const { origin } = request
    const held = await heldAnswer({ ...write, origin }, problem, problem.path)
    if (held === null) throw error
    throw new ApiError(403, 'permission_error', held.words, { proposal_id: held.proposalId })
  }
}

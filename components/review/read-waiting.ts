import 'server-only'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'
import { previewProposal, type ProposalPreview } from '@/lib/proposals/preview-proposal'
import { ReviewError } from '@/lib/review/model/review-problems'
import { waitingProposals } from '@/lib/store/list-proposals'
import { StoreError } from '@/lib/store/model/problems'
import type { Proposal } from '@/lib/store/model/proposal'
import { inParts } from '@/lib/text/in-parts'
import type { BoardHunk } from './board-hunk'

/** A write that waits, with what it would do now; null: it cannot be done any more. */
export interface ShownProposal {
  proposal: Proposal
  preview: ProposalPreview | null
}

export interface WaitingWrites {
  shown: ShownProposal[]
  /** how many more wait */
  more: number
}

/** Each preview runs the write and rolls it back, so that only so many are shown at once. */
const MOST_SHOWN = 20
const MOST_COUNTED = 200

/** Each may wait seconds for its scan: that is waited for together. */
const SIDE_BY_SIDE = 5

/** The writes of a changeset that wait, those first that lapse first. */
export async function readWaiting(
  changesetId: string,
  most: number = MOST_SHOWN,
): Promise<WaitingWrites> {
  const waiting = await waitingProposals(database(), { changesetId, limit: MOST_COUNTED })
  const shown: ShownProposal[] = []
  for (const part of inParts(waiting.slice(0, most), SIDE_BY_SIDE)) {
    const previews = await Promise.all(part.map(previewOrNull))
    for (const [index, proposal] of part.entries()) {
      shown.push({ proposal, preview: previews[index] ?? null })
    }
  }
  return { shown, more: waiting.length - shown.length }
}

async function previewOrNull(proposal: Proposal): Promise<ProposalPreview | null> {
  try {
    return await previewProposal(database(), proposal)
  } catch (error) {
    const isRefusal =
      error instanceof ReviewError || error instanceof SessionError || error instanceof StoreError
    if (isRefusal) return null
    throw error
  }
}

/** What the page's script knows of a write that waits. */
export function waitingHunk({ proposal, preview }: ShownProposal): BoardHunk {
  const canBeAllowed = preview !== null && !preview.isError
  return {
    id: proposal.id,
    memoryId: preview?.changes[0]?.memoryId ?? proposal.id,
    decision: null,
    decidedAt: null,
    isApplied: false,
    isByOther: false,
    isRoutine: false,
    others: [],
    waiting: { shown: canBeAllowed ? preview.shown : null },
  }
}

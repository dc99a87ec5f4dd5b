import 'server-only'
import { storeProblemWords } from '@/components/commands/attempt'
import { texts } from '@/components/i18n/server-texts'
import { sessionProblemWords } from '@/components/session/session-command'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'
import { previewProposal, type ProposalPreview } from '@/lib/proposals/preview-proposal'
import { type WantedText, wantedText } from '@/lib/proposals/wanted-text'
import { ReviewError } from '@/lib/review/model/review-problems'
import { waitingProposals } from '@/lib/store/proposals/proposals'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import type { Proposal } from '@/lib/store/model/proposal'
import { editedChange, type ProposedChange } from '@/lib/store/proposals/propose-changes'
import { chunked } from '@/lib/text/chunked'
import { plainText } from '@/lib/text/plain-text'
import { rankOf } from '@/lib/review/model/attention'
import type { BoardHunk } from '../board/board-hunk'
import type { HunkReason } from '../hunks/hunk-reasons'
import { reviewProblemWords } from '../review-command'
import { waitingReasons } from './waiting-reasons'

/** A write that waits, with what it would do now. */
export interface ShownProposal {
  proposal: Proposal
  /** null: it cannot be looked at */
  preview: ProposalPreview | null
  /** the reason why it cannot be done any more, and the text that it asks for */
  impossible: { why: string | null; wanted: WantedText | null } | null
  /** its changes; of one that cannot be done any more, those that it asks for */
  changes: readonly ProposedChange[]
  /** findings in what it would add */
  reasons: readonly HunkReason[]
}

export interface WaitingWrites {
  shown: ShownProposal[]
  /** number of further ones that wait */
  more: number
}

/** Limit on the previews of a page: each runs the write and rolls it back. */
export const MAX_SHOWN = 20
const MAX_COUNTED = 200

/** Memories of one write that are looked at; the rest is counted. */
export const MAX_MEMORIES = 10

/** Each may wait seconds for its scan: that is waited for together. */
const SIDE_BY_SIDE = 5

/** The writes of a changeset that wait, those first that lapse first. */
export async function readWaiting(
  changesetId: string,
  most: number = MAX_SHOWN,
): Promise<WaitingWrites> {
  const waiting = await waitingProposals(database(), { changesetId, limit: MAX_COUNTED })
  const shown: ShownProposal[] = []
  for (const part of chunked(waiting.slice(0, most), SIDE_BY_SIDE)) {
    shown.push(...(await Promise.all(part.map(shownProposal))))
  }
  return { shown, more: waiting.length - shown.length }
}

async function shownProposal(proposal: Proposal): Promise<ShownProposal> {
  const tried = await triedProposal(proposal)
  const { preview, impossible } = tried
  const changes = impossible === null ? (preview?.changes ?? []) : wantedChanges(tried)
  const reasons = await waitingReasons(await texts(), changes.slice(0, MAX_MEMORIES))
  return { ...tried, changes, reasons }
}

type TriedProposal = Omit<ShownProposal, 'changes' | 'reasons'>

async function triedProposal(proposal: Proposal): Promise<TriedProposal> {
  const db = database()
  try {
    const preview = await previewProposal(db, proposal)
    if (!preview.isError) return { proposal, preview, impossible: null }
    const wanted = await wantedText(db, proposal)
    return { proposal, preview, impossible: { why: await whyNot(preview), wanted } }
  } catch (error) {
    const why = await refusalWords(error)
    if (why === null) throw error
    return { proposal, preview: null, impossible: { why, wanted: null } }
  }
}

async function whyNot({ problem, answer }: ProposalPreview): Promise<string | null> {
  if (problem !== null) return refusedInWords(problem)
  return answer === null ? null : (await texts())('Call.wouldFail', { answer: plainText(answer) })
}

async function refusedInWords(problem: StoreProblem): Promise<string> {
  // Its agent looked, not who reads this.
  if (problem.kind === 'precondition_failed') return (await texts())('Review.changedMeanwhile')
  return storeProblemWords(problem)
}

async function refusalWords(error: unknown): Promise<string | null> {
  if (error instanceof StoreError) return refusedInWords(error.problem)
  if (error instanceof SessionError) return sessionProblemWords(error.problem)
  if (error instanceof ReviewError) return reviewProblemWords(await texts(), error.problem)
  return null
}

/** Returns the change that a write asks for although it cannot be done any more. */
function wantedChanges({ proposal, impossible }: TriedProposal): ProposedChange[] {
  const wanted = impossible?.wanted
  if (!wanted) return []
  const { id, storeId, path } = proposal
  const before = wanted.before === '' ? null : { path, content: wanted.before }
  const after = { path, content: wanted.after }
  return [{ storeId, memoryId: id, baseVersionId: null, before, after }]
}

/** Returns what the page's script needs of a write that waits. */
export function waitingHunk(shown: ShownProposal): BoardHunk {
  const { proposal, preview, impossible, changes, reasons } = shown
  return {
    id: proposal.id,
    parts: [],
    isRoutine: false,
    withFinding: 0,
    isCritical: false,
    isShown: true,
    waiting: {
      shown: impossible === null && preview ? preview.shown : null,
      isCritical: reasons.some(({ rank }) => rank === rankOf('critical')),
      isEditable: impossible === null && editedChange(changes) !== null,
    },
  }
}

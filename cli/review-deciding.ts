import { parseArgs } from 'node:util'
import type { Caller } from '@/lib/auth/caller'
import { seesStore } from '@/lib/auth/may'
import { database } from '@/lib/db/open-database'
import type { ProposalDecision } from '@/lib/proposals/decide-proposal'
import { requireProposal } from '@/lib/proposals/preview-proposal'
import { applyReviewPastGates } from '@/lib/gates/apply-review'
import { decideProposalPastGates } from '@/lib/gates/decide-proposal'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { hunkId } from '@/lib/review/model/hunk'
import { refuseReview } from '@/lib/review/model/review-problems'
import { answerSession, type SessionAnswer } from './answer-session'
import { ASK_GATES, pastGates } from './ask-gates'
import { KEY_FILE, reviewerOf } from './deciding-key'
import { UsageError } from './usage'

/** The key's changeset; what a limited key does not see is not there for it. */
async function requireSeenChangeset(caller: Caller, changesetId: string): Promise<void> {
  const { storeId } = await getChangeset(database(), changesetId)
  if (!seesStore(caller, storeId)) refuseReview({ kind: 'changeset_not_found', changesetId })
}

/** `palimpsest review accept|reject <changeset> <hunk>…|--all`. */
export async function decideChangeset(
  decision: 'accepted' | 'rejected',
  args: string[],
): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...KEY_FILE, all: { type: 'boolean', default: false } },
  })
  const [changesetId, ...named] = positionals
  if (changesetId === undefined || values.all === named.length > 0) {
    throw new UsageError('name a changeset, and its hunks or --all')
  }
  const { caller } = await reviewerOf(values['key-file'])
  await requireSeenChangeset(caller, changesetId)
  const hunkIds = values.all ? await openHunks(changesetId) : named
  if (hunkIds.length === 0) {
    process.stdout.write('nothing is open\n')
    return 0
  }
  // Nobody says that they read it: a list of names was given.
  const decisions = hunkIds.map((id) => ({ hunkId: id, decision, seen: false }))
  const input = { changesetId, decisions, reviewer: caller.actor }
  const { openHunks: left } = await decideHunks(database(), input)
  process.stdout.write(`${hunkIds.length} ${decision}, ${left} left open\n`)
  if (decision === 'rejected') process.stdout.write('nothing is written until you apply it\n')
  return 0
}

async function openHunks(changesetId: string): Promise<string[]> {
  const memories = await changesetMemories(database(), changesetId)
  return memories.flatMap(({ memoryId, through, hunks }) =>
    hunks
      .filter(({ verdict }) => verdict === null)
      .map((hunk) => hunkId({ ...hunk, memoryId, through })),
  )
}

/** `palimpsest review apply <changeset>`: writes what this key rejected. */
export async function applyTray(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...KEY_FILE,
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      ...ASK_GATES,
    },
  })
  const [changesetId] = positionals
  if (changesetId === undefined) throw new UsageError('review apply takes a changeset')
  const { caller } = await reviewerOf(values['key-file'])
  await requireSeenChangeset(caller, changesetId)
  const { plan, batchId } = await pastGates(values['ask-gates'], (gates) =>
    applyReviewPastGates(database(), {
      ...{ changesetId, gates },
      reviewer: caller.actor,
      isDryRun: values['dry-run'],
      isForced: values.force,
    }),
  )
  const counts = [
    `${plan.willChange.length} ${values['dry-run'] ? 'would change' : 'changed'}`,
    `${plan.alreadySo.length} as they should be`,
    `${plan.changedSince.length} changed since by others and left alone`,
    `${plan.cannot.length} cannot be changed`,
  ]
  process.stdout.write(`${counts.join(', ')}${batchId === null ? '' : `  ${batchId}`}\n`)
  return 0
}

/** `palimpsest review allow <proposal> --shown <sha256>`: as it was shown, and nothing else. */
export async function allowProposal(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...KEY_FILE, ...ASK_GATES, shown: { type: 'string' } },
  })
  if (values.shown === undefined) {
    throw new UsageError(
      'review allow needs --shown <sha256>, as palimpsest review <proposal> says',
    )
  }
  const decision = { result: 'allow' as const, shown: { contentSha256: values.shown } }
  return decide({
    ...{ proposalId: positionals[0], keyFile: values['key-file'], decision },
    isAsking: values['ask-gates'],
  })
}

/** `palimpsest review deny <proposal>`; the agent is told the message. */
export async function denyProposal(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...KEY_FILE, message: { type: 'string' } },
  })
  const decision = { result: 'deny' as const, message: values.message }
  return decide({ proposalId: positionals[0], keyFile: values['key-file'], decision })
}

function answerOf(decision: ProposalDecision): SessionAnswer {
  if (decision.result === 'deny') return decision
  return { result: decision.result, content_sha256: decision.shown.contentSha256 }
}

interface Deciding {
  proposalId: string | undefined
  keyFile: string | undefined
  decision: ProposalDecision
  /** whether the gates before it are asked */
  isAsking?: boolean
}

async function decide({
  proposalId,
  keyFile,
  decision,
  isAsking = false,
}: Deciding): Promise<number> {
  if (proposalId === undefined) throw new UsageError('name a waiting write; see review waiting')
  const { caller, secret } = await reviewerOf(keyFile)
  const db = database()
  const proposal = await requireProposal(db, { proposalId })
  if (!seesStore(caller, proposal.storeId)) refuseReview({ kind: 'proposal_not_found', proposalId })
  const { storeId } = proposal
  const state =
    proposal.toolUseId === null
      ? (
          await pastGates(isAsking, (gates) =>
            decideProposalPastGates(db, { proposalId, decision, by: caller.actor, gates }),
          )
        ).state
      : await answerSession(
          { storeId, proposalId },
          { ...answerOf(decision), ...(isAsking && { gates: 'ask' }) },
          secret,
        )
  process.stdout.write(`${proposalId} is ${state}\n`)
  return 0
}

'use server'

import { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON } from '@/components/commands/attempt'
import { gateChoice, gated } from '@/components/gates/gated'
import { type ActOutcome, outcomeOf } from '@/components/plan/act-outcome'
import { database } from '@/lib/db/open-database'
import { applyReviewPastGates } from '@/lib/gates/apply-review'
import { decideProposalPastGates } from '@/lib/gates/decide-proposal'
import type { Gated } from '@/lib/memory-tests/model/gate'
import { undoReview } from '@/lib/review/decisions/apply-review'
import { closeGone, updateChangeset } from '@/lib/review/changesets/update-changeset'
import {
  type DecidedHunks,
  decideHunks,
  type HunkDecision,
  decisionAboutLines,
} from '@/lib/review/decisions/decide-hunks'
import { textOfHunk } from '@/lib/review/hunks/change-of-hunk'
import { needsLook } from '@/lib/review/model/attention'
import { readChangeset } from './changeset/read-changeset'
import { reviewCommand } from './review-command'

const reviewPages = () => '/review'

/** Some lines of a hunk, counted from 0 in each of its sides. */
const chosenLines = z.object({
  removed: z.array(z.int().nonnegative()).readonly(),
  added: z.array(z.int().nonnegative()).readonly(),
})

const decisions = z.object({
  changesetId: z.string(),
  decisions: z
    .array(
      z.object({
        hunkId: z.string(),
        decision: z.enum(['accepted', 'rejected', 'edited']).nullable(),
        content: z.string().optional(),
        seen: z.boolean(),
        /** time of the decision that the page showed; null: it showed none */
        shownDecidedAt: z.int().nullable(),
        /** for `edited`: the decision on some of its lines, from which its content follows */
        lines: chosenLines.extend({ decision: z.enum(['accepted', 'rejected']) }).optional(),
      }),
    )
    .min(1)
    .max(1000),
})

/** Records what a person decided about hunks; answers how many are left. */
export const decideHunksAction = reviewCommand(
  decisions,
  async ({ changesetId, decisions: all }) => {
    const db = database()
    const said: HunkDecision[] = []
    for (const { lines, ...decision } of all) {
      const { hunkId } = decision
      const about = lines && { hunkId, decision: lines.decision, lines }
      said.push(about ? await decisionAboutLines(db, changesetId, about) : decision)
    }
    const decided = await decideHunks(db, {
      changesetId,
      decisions: said,
      reviewer: PERSON.actor,
    })
    return decided
  },
  ({ changesetId, decisions: all }, result) =>
    isPageOutdated(all, result) ? `/review/${changesetId}` : null,
)

/**
 * A page that shows the decisions as they are made needs to come anew only where more than they
 * follows from them: something was released, nothing is left, something is open again, or a text was
 * made of chosen lines.
 */
function isPageOutdated(
  said: readonly { decision: unknown; lines?: unknown }[],
  result: ActionResult<DecidedHunks>,
): boolean {
  if (!result.isDone) return true
  const { released, openHunks } = result.value
  return released > 0 || openHunks === 0 || said.some(isAnsweredAnew)
}

const isAnsweredAnew = ({ decision, lines }: { decision: unknown; lines?: unknown }) =>
  decision === null || lines !== undefined

const ofHunk = z.object({
  changesetId: z.string(),
  hunkId: z.string(),
  /** only these of its lines; left out: all */
  lines: chosenLines.optional(),
})

/** The text of a hunk for the page that redacts it; '' if there is none. */
export const hunkTextAction = reviewCommand(
  ofHunk,
  async (wanted) => (await textOfHunk(database(), wanted)) ?? '',
)

const answered = z.object({
  proposalId: z.string(),
  result: z.enum(['allow', 'deny']),
  /**
   * the changes that the person saw; null: they could not be shown, so that it can only be denied
   */
  shown: z.object({ contentSha256: z.string(), base: z.array(z.string()).readonly() }).nullable(),
  /** of one that is allowed: what is written in place of the agent's text */
  content: z.string().optional(),
  /** for a denial: the message to the agent */
  message: z.string().max(10_000).optional(),
  /** of one that is allowed */
  gates: gateChoice.optional(),
})

/** Allows a write that waits, if it would still write what the person saw, or denies it. */
export const answerProposalAction = reviewCommand(
  answered,
  async (answer): Promise<Gated<null>> => {
    const { proposalId, result, shown, content, message, gates } = answer
    // Nobody can allow what they were not shown.
    if (result === 'allow' && shown === null) throw new Error('an approval of nothing shown')
    return gated(async () => {
      await decideProposalPastGates(database(), {
        ...{ proposalId, gates },
        by: PERSON.actor,
        decision:
          result === 'allow' && shown !== null
            ? { result: 'allow', shown, content }
            : { result: 'deny', message },
      })
      return null
    })
  },
  // What gates hold waits as before.
  (_, result) => (result.isDone && result.value.isHeld ? null : reviewPages()),
)

/** The outcome of applying a tray, with the batch in which it was written. */
export interface AppliedReview extends ActOutcome {
  /** null: nothing was written */
  batchId: string | null
}

const apply = z.object({
  changesetId: z.string(),
  /** the tray as the page showed it; see `ShownTray` */
  tray: z.array(z.object({ decidedAt: z.int(), hunks: z.int().positive() })).readonly(),
  gates: gateChoice.optional(),
})

/** Writes what the person rejected and edited in a changeset, if it is what the page showed. */
export const applyReviewAction = reviewCommand(
  apply,
  (wanted): Promise<Gated<AppliedReview>> =>
    gated(async () => {
      const done = await applyReviewPastGates(database(), { ...wanted, reviewer: PERSON.actor })
      return { ...outcomeOf(done.storeId, done), batchId: done.batchId }
    }),
  (_, result) => (result.isDone && result.value.isHeld ? null : reviewPages()),
)

const undo = z.object({ changesetId: z.string(), batchId: z.string() })

/** Undoes an applied tray; what was rejected in it is open again. */
export const undoReviewAction = reviewCommand(
  undo,
  async (wanted) => {
    await undoReview(database(), { ...wanted, reviewer: PERSON.actor })
  },
  reviewPages,
)

const routine = z
  .array(
    z.object({
      changesetId: z.string(),
      /** as the page showed it: nothing is kept of what came since */
      revision: z.int(),
    }),
  )
  .min(1)
  .max(100)

/** What was kept of a changeset, by which it can be taken back. */
export interface KeptRoutine {
  changesetId: string
  hunkIds: string[]
  decidedAt: number
}

/** Keeps what is open in changesets that need no look, unless they are not what the page showed. */
export const keepRoutineAction = reviewCommand(
  routine,
  async (shown): Promise<KeptRoutine[]> => {
    const kept: KeptRoutine[] = []
    for (const { changesetId, revision } of shown) {
      const { changeset, toRead, routine: others } = await readChangeset(changesetId)
      const open = [...toRead, ...others].filter(({ hunk }) => hunk.verdict === null)
      if (changeset.revision !== revision || needsLook(changeset.level) || open.length === 0)
        continue
      const hunkIds = open.map(({ id }) => id)
      const { decidedAt } = await decideHunks(database(), {
        changesetId,
        decisions: hunkIds.map((hunkId) => ({
          hunkId,
          decision: 'accepted',
          seen: false,
          shownDecidedAt: null,
        })),
        reviewer: PERSON.actor,
      })
      kept.push({ changesetId, hunkIds, decidedAt })
    }
    return kept
  },
  reviewPages,
)

const keptRoutine = z
  .array(
    z.object({
      changesetId: z.string(),
      hunkIds: z.array(z.string()).min(1).readonly(),
      /** as keeping them answered: what was decided anew since stays */
      decidedAt: z.int(),
    }),
  )
  .min(1)
  .max(100)
  .readonly()

/** Opens again what `keepRoutineAction` kept. */
export const undoKeptRoutineAction = reviewCommand(
  keptRoutine,
  async (kept) => {
    for (const { changesetId, hunkIds, decidedAt } of kept) {
      await decideHunks(database(), {
        changesetId,
        decisions: hunkIds.map((hunkId) => ({
          hunkId,
          decision: null,
          seen: false,
          shownDecidedAt: decidedAt,
        })),
        reviewer: PERSON.actor,
      })
    }
  },
  reviewPages,
)

const close = z.object({ changesetId: z.string() })

/** Closes a changeset of which nothing stands any more. */
export const closeGoneAction = reviewCommand(
  close,
  async ({ changesetId }) => {
    await closeGone(database(), { changesetId, reviewer: PERSON.actor })
  },
  reviewPages,
)

const update = z.object({
  changesetId: z.string(),
  /** milliseconds from now; `change`: until its next change; null: it is open again */
  snoozedFor: z.union([z.int().positive(), z.literal('change')]).nullish(),
  isMine: z.boolean().optional(),
})

/** Puts a changeset aside for a while, or takes it on. */
export const updateChangesetAction = reviewCommand(
  update,
  async (wanted) => {
    const { changesetId, snoozedFor, isMine } = wanted
    await updateChangeset(database(), {
      changesetId,
      snoozedUntil: typeof snoozedFor === 'number' ? Date.now() + snoozedFor : snoozedFor,
      assignee: isMine === undefined ? undefined : isMine ? PERSON.actor : null,
    })
  },
  reviewPages,
)

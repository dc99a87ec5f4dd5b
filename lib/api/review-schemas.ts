import { z } from 'zod'
import { LEVELS } from '@/lib/review/model/attention'
import { CHANGESET_STATES } from '@/lib/review/model/changeset'
import { COMMENT_STATUSES, DISPOSITIONS, MAX_REMARK_LENGTH } from '@/lib/review/model/comment'
import { DIGEST_PERIODS } from '@/lib/review/model/digest'
import { parseHunkId } from '@/lib/review/model/hunk'
import { PROPOSAL_STATES } from '@/lib/store/model/proposal'
import { MAX_STEPS } from '@/lib/store/model/reach'
import { findingCategory } from './resources/finding'
import { askedGates, flag, pageParams, planHash, sha256, timeParam } from './schemas'
import { content, id, listOf, pairsOf, path, words } from './text-schema'

/** Request schemas of reviewing (review page, HTTP API). */

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

const level = z.enum(LEVELS, `must be ${listed(LEVELS)}`).optional()

/** `waiting`: an open one in which a write waits for a person. */
const LISTED_STATES = [...CHANGESET_STATES, 'waiting'] as const

export const listChangesetsQuery = z.object({
  ...pageParams,
  state: z.enum(LISTED_STATES, `must be ${listed(LISTED_STATES)}`).optional(),
  store_id: id.optional(),
  session_id: id.optional(),
  actor_id: id.optional(),
  level,
  category: findingCategory.optional(),
  path_prefix: path.startsWith('/', 'must begin with /').optional(),
  /** the id of a person or a key; `nobody` */
  assignee: id.optional(),
})

const DECISIONS = ['accepted', 'rejected', 'edited'] as const
const HUNK_STATES = ['open', ...DECISIONS] as const

export const listHunksQuery = z.object({
  ...pageParams,
  memory_id: id.optional(),
  state: z.enum(HUNK_STATES, `must be ${listed(HUNK_STATES)}`).optional(),
  level,
  /** only what is open and was written since somebody last decided about the changeset */
  since_decided: flag.default(false),
})

const decision = z
  .object({
    hunk_id: id.refine((id) => parseHunkId(id) !== null, 'must be the id of a hunk'),
    /** null: the caller's own decision is taken back */
    decision: z.enum(DECISIONS, `must be ${listed(DECISIONS)}, or null`).nullable(),
    /** of `edited`: what the added lines are to become */
    content: content.optional(),
    /** whether a person had the hunk before their eyes */
    seen: z.boolean().default(false),
  })
  .superRefine(({ hunk_id, decision, content }, context) => {
    const isEdited = decision === 'edited'
    const kind = parseHunkId(hunk_id)?.kind
    if (isEdited && (kind === 'deleted' || kind === 'renamed')) {
      context.addIssue({
        code: 'custom',
        path: ['decision'],
        message: `must be accepted, rejected or null where a memory is ${kind}`,
      })
    }
    if (isEdited === (content !== undefined)) return
    const message = isEdited ? 'must be given with edited' : 'must be given with edited only'
    context.addIssue({ code: 'custom', path: ['content'], message })
  })

export const quarantineBody = z.object({
  /** agents are served the newest version before this one; left out: before the head */
  memory_version_id: id.optional(),
  reason: words.max(500).default(''),
})

const STEPS = Array.from({ length: MAX_STEPS }, (_, index) => String(index + 1))

export const reachQuery = z.object({
  ...pageParams,
  /** how many times over: what was made of what was made of it */
  steps: z
    .enum(STEPS, `must be ${listed(STEPS)}`)
    .default('1')
    .transform((steps) => Number(steps)),
})

export const reviewMetricsQuery = z
  .object({
    /** left out: 30 days before `to` */
    from: timeParam.optional(),
    /** left out: now */
    to: timeParam.optional(),
    store_id: id.optional(),
  })
  .refine(({ from, to }) => from === undefined || from < (to ?? Date.now()), {
    path: ['from'],
    message: 'must be before to',
  })

export const reviewDigestQuery = z.object({
  period: z.enum(DIGEST_PERIODS, `must be ${listed(DIGEST_PERIODS)}`).default('week'),
  /** a time in the day or the week, in UTC; left out: now */
  at: timeParam.optional(),
})

const MAX_DECISIONS = 1000
const MAX_MESSAGE = 10_000

export const decisionsBody = z.object({
  /** of memories, by id: the changeset's version that was shown */
  through: pairsOf(id, id, MAX_DECISIONS).optional(),
  decisions: listOf(decision, MAX_DECISIONS)
    .min(1, 'must not be empty')
    .refine(
      (all) => new Set(all.map(({ hunk_id }) => hunk_id)).size === all.length,
      'must name each hunk once',
    ),
})

export const planReviewQuery = z.object({ force: flag.default(false) })

export const applyReviewBody = z.object({
  dry_run: z.boolean().default(false),
  /** whether others' later changes to the same lines are overwritten */
  force: z.boolean().default(false),
  plan: planHash,
  gates: askedGates,
})

const reviewer = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('user_actor'), user_id: id }),
    z.object({ type: z.literal('api_actor'), api_key_id: id }),
  ],
  'must be a user_actor, an api_actor or null',
)

export const updateChangesetBody = z.object({
  assignee: reviewer.nullable().optional(),
  /** null: it is open again */
  snoozed_until: timeParam
    .refine((time) => time > Date.now(), 'must be in the future')
    .nullable()
    .optional(),
})

export const listProposalsQuery = z.object({
  ...pageParams,
  state: z.enum(PROPOSAL_STATES, `must be ${listed(PROPOSAL_STATES)}`).optional(),
})

const RESULTS = ['allow', 'deny'] as const

export const decideProposalBody = z
  .object({
    result: z.enum(RESULTS, `must be ${listed(RESULTS)}`),
    /** of `allow`: what the caller was shown (`proposed.content_sha256`) */
    content_sha256: sha256.optional(),
    /** of `deny`: what the agent is told */
    message: words.max(MAX_MESSAGE).optional(),
    /** of `allow`: written in place of the agent's text */
    content: content.optional(),
    /** of `allow` */
    gates: askedGates,
  })
  .superRefine((body, context) => {
    const isAllowed = body.result === 'allow'
    const broken = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (isAllowed && body.content_sha256 === undefined) {
      broken('content_sha256', 'must name what was shown: an approval is of these bytes only')
    }
    if (!isAllowed && body.content !== undefined) {
      broken('content', 'must be given with allow only')
    }
    if (isAllowed && body.message !== undefined) {
      broken('message', 'must be given with deny only')
    }
  })

const disposition = z.enum(DISPOSITIONS, `must be ${listed(DISPOSITIONS)}`)
const commentStatus = z.enum(COMMENT_STATUSES, `must be ${listed(COMMENT_STATUSES)}`)
const remark = words
  .max(MAX_REMARK_LENGTH)
  .refine((value) => value.trim() !== '', 'must not be empty')
const lineNumber = z.int('must be a line, from 1').positive('must be a line, from 1')

export const listCommentsQuery = z.object({
  ...pageParams,
  memory_id: id.optional(),
  status: commentStatus.optional(),
  disposition: disposition.optional(),
})

export const createCommentBody = z.object({
  memory_version_id: id,
  /** lines of that version, both ends inclusive */
  lines: z
    .object({ from: lineNumber, to: lineNumber })
    .refine(({ from, to }) => from <= to, 'must end where they begin, or later'),
  text: remark,
  disposition: disposition.default('note'),
})

export const updateCommentBody = z
  .object({
    status: commentStatus.optional(),
    disposition: disposition.optional(),
    /** adds one */
    reply: remark.optional(),
    /** the new text of the comment itself, or of the reply `reply_id` */
    text: remark.optional(),
    reply_id: id.optional(),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'must change something',
  )
  .refine(({ text: changed, reply_id }) => reply_id === undefined || changed !== undefined, {
    path: ['reply_id'],
    message: 'must be given with text only',
  })

export const deleteCommentQuery = z.object({
  /** one reply only */
  reply_id: id.optional(),
})

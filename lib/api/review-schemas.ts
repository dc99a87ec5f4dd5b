import { z } from 'zod'
import { LEVELS } from '@/lib/review/model/attention'
import { CHANGESET_STATES } from '@/lib/review/model/changeset'
import { parseHunkId } from '@/lib/review/model/hunk'
import { flag, pageParams, planHash, timeParam } from './schemas'
import { text } from './text-schema'

/** Request schemas of reviewing (review page, HTTP API). */

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

const level = z.enum(LEVELS, `must be ${listed(LEVELS)}`).optional()

export const listChangesetsQuery = z.object({
  ...pageParams,
  state: z.enum(CHANGESET_STATES, `must be ${listed(CHANGESET_STATES)}`).optional(),
  store_id: text.optional(),
  session_id: text.optional(),
  actor_id: text.optional(),
  level,
})

const DECISIONS = ['accepted', 'rejected', 'edited'] as const
const HUNK_STATES = ['open', ...DECISIONS] as const

export const listHunksQuery = z.object({
  ...pageParams,
  memory_id: text.optional(),
  state: z.enum(HUNK_STATES, `must be ${listed(HUNK_STATES)}`).optional(),
  level,
})

const decision = z
  .object({
    hunk_id: text.max(256).refine((id) => parseHunkId(id) !== null, 'must be the id of a hunk'),
    /** null: the caller's own decision is taken back */
    decision: z.enum(DECISIONS, `must be ${listed(DECISIONS)}, or null`).nullable(),
    /** of `edited`: what the added lines are to become */
    content: text.optional(),
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

const MOST_DECISIONS = 1000

export const decisionsBody = z.object({
  decisions: z
    .array(decision)
    .min(1, 'must not be empty')
    .max(MOST_DECISIONS, `must be at most ${MOST_DECISIONS}`)
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
})

const reviewer = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('user_actor'), user_id: text }),
    z.object({ type: z.literal('api_actor'), api_key_id: text }),
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

import { z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { heldNotFound, type HeldWrite, getHeld, listHeld } from '@/lib/held/held-writes'
import type { Landing } from '@/lib/held/landing'
import { Refusal } from '@/lib/refusal'
import { answerHeld, previewHeld } from '@/lib/sessions/send'
import type { Step } from '@/lib/store/plan/plan'
import {
  answer,
  cursor,
  type Env,
  given,
  inStore,
  nextPage,
  page,
  paging,
  part,
  sha256,
  STORE,
  text,
  time,
  WireActor,
  wireActor,
} from './kit'

/** Writes that wait for a person: listing and reading them, and the person's answer. */

const state = z.enum(['waiting', 'allowed', 'denied', 'lapsed', 'withdrawn'])

const WireStep = z.strictObject({
  operation: z.enum(['create', 'update', 'rename', 'delete', 'restore']),
  path: z.string(),
  /** of a renaming */
  new_path: z.string().nullable(),
  content: z.string().nullable(),
  /** what the agent expected there; null: nothing */
  expected_content_sha256: z.string().nullable(),
})

const WireHeldWrite = z
  .strictObject({
    id: z.string(),
    type: z.literal('held_write'),
    memory_store_id: z.string(),
    state,
    path: z.string(),
    steps: z.array(WireStep),
    /** of one that waits, read by itself: names the bytes that would land, to allow them */
    content_sha256: z.string().nullable(),
    /** the same: whether it fits what stands there by now */
    possible: z.boolean().nullable(),
    reason: z.strictObject({
      /** what the rule is about, `session` where the session asks for every write, or a glob */
      about: z.string(),
      found: z.array(z.strictObject({ rule: z.string(), line: z.int() })),
      unscanned: z.boolean(),
    }),
    created_by: WireActor,
    session_id: z.string().nullable(),
    tool_use_id: z.string().nullable(),
    created_at: time,
    lapses_at: time.nullable(),
    decided_at: time.nullable(),
    decided_by: WireActor.nullable(),
    message: z.string().nullable(),
    edited: z.boolean(),
  })
  .openapi('HeldWrite')

function wireStep(step: Step): z.output<typeof WireStep> {
  const { path } = step
  const wire = { path, new_path: null, content: null, expected_content_sha256: null }
  if (step.op === 'revive') return { ...wire, operation: 'restore', content: step.content }
  const expected = { expected_content_sha256: step.expected }
  if (step.op === 'delete') return { ...wire, ...expected, operation: 'delete' }
  const content = step.content ?? null
  if (step.op === 'write') {
    const operation = step.expected === null ? 'create' : 'update'
    return { ...wire, ...expected, operation, content }
  }
  return { ...wire, ...expected, operation: 'rename', path: step.from, new_path: path, content }
}

/** With `landing` as it would land by now; without, as it was asked for, and without contents. */
function wireHeld(held: HeldWrite, landing?: Landing): z.output<typeof WireHeldWrite> {
  const { reason, decidedBy, lapsesAt, decidedAt } = held
  const would = held.state === 'waiting' ? landing : undefined
  const steps = (would ?? held).steps.map(wireStep)
  return {
    id: held.id,
    type: 'held_write',
    memory_store_id: held.storeId,
    state: held.state,
    path: held.path,
    steps: landing ? steps : steps.map((step) => ({ ...step, content: null })),
    content_sha256: would?.sha256 ?? null,
    possible: would?.isPossible ?? null,
    reason: {
      about: typeof reason.about === 'string' ? reason.about : reason.about.glob,
      found: reason.found,
      unscanned: reason.isUnscanned,
    },
    created_by: wireActor(held.writer),
    session_id: held.sessionId,
    tool_use_id: held.toolUseId,
    created_at: held.createdAt.toISOString(),
    lapses_at: lapsesAt?.toISOString() ?? null,
    decided_at: decidedAt?.toISOString() ?? null,
    decided_by: decidedBy && wireActor(decidedBy),
    message: held.message,
    edited: held.isEdited,
  }
}

async function readHeld(id: string): Promise<z.output<typeof WireHeldWrite>> {
  const { held, landing } = await previewHeld(id)
  return wireHeld(held, landing)
}

/** Refuses one that is not in this store, and to decide on what one wrote oneself. */
const seenHeld = createMiddleware<Env>(async (c, next) => {
  const id = c.req.param('heldId') ?? ''
  const { storeId, writer } = await getHeld(id)
  if (storeId !== c.var.store.id) throw heldNotFound(id)
  const { actor } = c.var.caller
  if (c.req.method === 'POST' && writer.type === actor.type && writer.id === actor.id) {
    throw new Refusal('may_not', 'A key never decides on what it wrote itself.')
  }
  return next()
})

const HELD = `${STORE}/held_writes` as const

const list = inStore('get', HELD, 'listHeldWrites', 'read', {
  summary: 'List writes that wait, or waited, for a person; newest first',
  query: z.object({ ...paging, state: state.optional() }),
  responses: answer(page(WireHeldWrite)),
})

const get = inStore('get', `${HELD}/{heldId}`, 'getHeldWrite', 'read', {
  then: [seenHeld],
  summary: 'Read a held write with its contents, merged onto what stands there by now',
  responses: answer(WireHeldWrite),
})

const decide = inStore('post', `${HELD}/{heldId}`, 'decideHeldWrite', 'decide', {
  then: [seenHeld],
  summary: 'Allow or deny a held write',
  description:
    'To allow it, name the bytes that were shown by content_sha256. With content, that text is written in place of the agent’s.',
  body: z
    .object({
      result: z.enum(['allow', 'deny']),
      content_sha256: sha256.nullish().transform(given),
      message: text(1_000).nullish().transform(given),
      content: z.string().nullish().transform(given),
    })
    .refine(({ result, content_sha256 }) => result === 'deny' || content_sha256, {
      path: ['content_sha256'],
      error: 'must name what was shown',
    }),
  responses: answer(WireHeldWrite),
})

export const heldWrites = part()
  .openapi(list, async (c) => {
    const { page: from, limit, state: only } = c.req.valid('query')
    const storeId = c.var.store.id
    const scope = ['held', storeId, only]
    const asked = { storeId, state: only, limit, after: cursor(scope, from) }
    const { items, next } = await listHeld(asked)
    const data = items.map((held) => wireHeld(held))
    return c.json({ data, next_page: nextPage(scope, next) }, 200)
  })
  .openapi(get, async (c) => c.json(await readHeld(c.req.valid('param').heldId), 200))
  .openapi(decide, async (c) => {
    const { heldId } = c.req.valid('param')
    const { message: deny_message, ...decided } = c.req.valid('json')
    await answerHeld(heldId, { ...decided, deny_message }, c.var.cause)
    return c.json(await readHeld(heldId), 200)
  })

import { z } from '@hono/zod-openapi'
import { unlessRefused } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { netChanges } from '@/lib/store/changes'
import { sequenceAt } from '@/lib/store/past'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask, Plan, PlanRow, State } from '@/lib/store/plan/plan'
import { rfc3339 } from '@/lib/time'
import { answer, id, inStore, part, sha256, size, STORE, time, WireActor, wireActor } from './kit'

/** Putting a store back: restore, undo, and what changed between two times. */

const WireState = z.strictObject({
  path: z.string(),
  content_sha256: sha256,
  content_size_bytes: size,
})

const wireState = (state: State | null): z.output<typeof WireState> | null =>
  state && { path: state.path, content_sha256: state.sha256, content_size_bytes: state.size }

const WireChange = z.strictObject({
  memory_id: z.string(),
  before: WireState.nullable(),
  after: WireState.nullable(),
})

const WireRollback = z
  .strictObject({
    type: z.literal('memory_store_rollback'),
    dry_run: z.boolean(),
    plan: z.string(),
    batch_id: z.string().nullable(),
    memory_version_ids: z.array(z.string()),
    counts: z.strictObject({
      will_change: size,
      already_so: size,
      changed_since: size,
      cannot: size,
    }),
    will_change: z.array(WireChange),
    changed_since: z.array(WireChange.extend({ by: WireActor.nullable(), at: time.nullable() })),
    cannot: z.array(WireChange.extend({ reason: z.string() })),
  })
  .openapi('Rollback')

/** The hash of a plan that was shown: nothing is done when it is another by now. */
const planHash = z.string().max(256).optional()

const restore = inStore('post', `${STORE}/restore`, 'restoreMemoryStore', 'write', {
  summary: 'Make a store what it was at a time',
  body: z.object({ at: rfc3339, dry_run: z.boolean().default(false), plan: planHash }),
  responses: answer(WireRollback),
})

const undo = inStore('post', `${STORE}/undo`, 'undoChanges', 'write', {
  summary: 'Take back what a session or these versions changed, line by line',
  body: z
    .object({
      session_id: id.optional(),
      memory_version_ids: z.array(id).min(1, 'must name a version').optional(),
      dry_run: z.boolean().default(false),
      /** takes lines back that others changed since, too */
      force: z.boolean().default(false),
      plan: planHash,
    })
    .refine(
      (given) => (given.session_id === undefined) !== (given.memory_version_ids === undefined),
      'must have either session_id or memory_version_ids',
    ),
  responses: answer(WireRollback),
})

const changes = inStore('get', `${STORE}/changes`, 'listStoreChanges', 'read', {
  summary: 'What became of the memories between two times',
  query: z.object({ from: rfc3339, to: rfc3339 }),
  responses: answer(
    z
      .strictObject({
        type: z.literal('memory_store_changes'),
        data: z.array(
          WireChange.extend({ change: z.enum(['created', 'modified', 'renamed', 'deleted']) }),
        ),
        redacted_memory_ids: z.array(z.string()),
      })
      .openapi('StoreChanges'),
  ),
})

interface Rollback {
  storeId: string
  ask: Ask
  isDryRun: boolean
  isForced: boolean
  /** the hash of the plan that was shown; undefined: none was */
  shown: string | undefined
}

/** Does a plan, or shows it. Refuses `plan_changed` where it is not the one that was shown. */
async function rollback(asked: Rollback, cause: Cause, signal: AbortSignal) {
  const { storeId, ask, isDryRun, isForced, shown } = asked
  if (isDryRun) {
    const { plan } = await planOf(storeId, ask, { signal })
    return wireRollback(asked, { plan, batchId: null, versionIds: [] })
  }
  const chosen = { hash: shown ?? null, ...(isForced && { otherwise: 'take' as const }) }
  const done = await doPlan(storeId, ask, chosen, cause)
  if (!('versionIds' in done)) throw new Error('a rollback is no job')
  return wireRollback(asked, done)
}

function wireRollback(
  { isDryRun, isForced }: Rollback,
  { plan, batchId, versionIds }: { plan: Plan; batchId: string | null; versionIds: string[] },
): z.output<typeof WireRollback> {
  const of = (...groups: PlanRow['group'][]) =>
    plan.rows.filter(({ group }) => groups.includes(group))
  const willChange = isForced ? of('change', 'conflict') : of('change')
  const changedSince = isForced ? [] : of('conflict')
  const cannot = of('cannot', 'keep')
  return {
    type: 'memory_store_rollback',
    dry_run: isDryRun,
    plan: plan.hash,
    batch_id: batchId,
    memory_version_ids: versionIds,
    counts: {
      will_change: willChange.length,
      already_so: plan.same,
      changed_since: changedSince.length,
      cannot: cannot.length,
    },
    will_change: willChange.map(wireRow),
    changed_since: changedSince.map((row) => ({
      ...wireRow(row),
      by: row.by ? wireActor(row.by) : null,
      at: row.at?.toISOString() ?? null,
    })),
    cannot: cannot.map((row) => ({ ...wireRow(row), reason: row.reason ?? 'path_taken' })),
  }
}

const wireRow = ({ id: rowId, memoryId, before, after }: PlanRow): z.output<typeof WireChange> => ({
  memory_id: memoryId ?? rowId,
  before: wireState(before),
  after: wireState(after),
})

/** The number that a time stands for; before the store was there it held nothing. */
const sequenceFrom = async (storeId: string, time: Date): Promise<number> =>
  (await unlessRefused(sequenceAt(storeId, time), 'moment_before_store')) ?? 0

export const history = part()
  .openapi(restore, async (c) => {
    const { at, dry_run: isDryRun, plan: shown } = c.req.valid('json')
    const storeId = c.var.store.id
    const ask = { kind: 'restore' as const, at: await sequenceAt(storeId, at) }
    const asked = { storeId, ask, isDryRun, isForced: false, shown }
    return c.json(await rollback(asked, c.var.cause, c.req.raw.signal), 200)
  })
  .openapi(undo, async (c) => {
    const given = c.req.valid('json')
    const ask = {
      kind: 'undo' as const,
      ...(given.session_id !== undefined && { sessionId: given.session_id }),
      ...(given.memory_version_ids && { versionIds: given.memory_version_ids }),
    }
    const { dry_run: isDryRun, force: isForced, plan: shown } = given
    const asked = { storeId: c.var.store.id, ask, isDryRun, isForced, shown }
    return c.json(await rollback(asked, c.var.cause, c.req.raw.signal), 200)
  })
  .openapi(changes, async (c) => {
    const { from, to } = c.req.valid('query')
    const storeId = c.var.store.id
    const start = await sequenceFrom(storeId, from)
    const end = await sequenceFrom(storeId, to)
    const found = await netChanges(storeId, start, end, c.req.raw.signal)
    const data = found.changes.map(({ memoryId, change, before, after }) => ({
      memory_id: memoryId,
      change,
      before: wireState(before),
      after: wireState(after),
    }))
    const wire = {
      type: 'memory_store_changes' as const,
      data,
      redacted_memory_ids: found.redactedMemoryIds,
    }
    return c.json(wire, 200)
  })

'use server'

import { z } from 'zod'
import { act, create, shown } from '@/components/act/act'
import { Refusal } from '@/lib/refusal'
import { createMemory } from '@/lib/store/change-memories'
import type { Cause } from '@/lib/store/model/actor'
import { pathConflict, versionDamaged } from '@/lib/store/model/problems'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Ask } from '@/lib/store/plan/plan'
import { treeOf } from '@/lib/store/tree'
import { foldersAbove } from './listing'

/** What rows of the tree became; `batchId` takes it back. */
export interface DoneRows {
  batchId: string | null
  memories: number
}

const storeId = z.string()
const paths = z.array(z.string()).min(1).max(10_000)

/** What was shown is the store up to a number of its changes. */
const shownUpTo = { sequence: z.number().int() }

const pageOf = (input: { storeId: string }) => `/stores/${input.storeId}`

/** Deletes memories, and folders with all that lies in them (their paths end with a slash). */
export const removeRows = act(
  shown(shownUpTo, { storeId, paths }),
  (input, by) => doAsked(input, input.paths, (memoryIds) => ({ kind: 'delete', memoryIds }), by),
  pageOf,
)

/** Moves or renames memories and folders; all or none. */
export const moveRows = act(
  shown(shownUpTo, {
    storeId,
    moves: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .min(1)
      .max(10_000),
  }),
  (input, by) => {
    const rows = input.moves.map(({ from }) => from)
    const moves = input.moves.map(({ from, to }) => ({ from: bare(from), to: bare(to) }))
    return doAsked(input, rows, () => ({ kind: 'move', moves }), by)
  },
  pageOf,
)

/** Makes an empty memory; returns its id. */
export const createAt = create(
  z.object({ storeId, path: z.string() }),
  async ({ path, ...at }, by) => (await createMemory({ ...at, path, content: '' }, by)).id,
  pageOf,
)

interface Seen {
  storeId: string
  sequence: number
}

/** The ids of what lies at rows. Refuses `changed_since_seen` where somebody wrote to it since. */
async function memoriesAt(seen: Seen, paths: readonly string[]) {
  const { memories, sequence } = await treeOf(seen.storeId)
  const rows = new Set(paths)
  const isMeant = (path: string) =>
    rows.has(path) || foldersAbove(path).some((folder) => rows.has(folder))
  const meant = memories.filter(({ path }) => isMeant(path))
  const newer = meant.find((memory) => memory.sequence > seen.sequence)
  if (newer || meant.length === 0) {
    const path = newer?.path ?? paths[0] ?? ''
    throw new Refusal('changed_since_seen', `${path} changed since it was shown`, { path })
  }
  return { ids: meant.map(({ id }) => id), sequence }
}

/** Does a plan for these rows, whole or not at all. */
async function doAsked(
  seen: Seen,
  rows: readonly string[],
  askFor: (ids: string[]) => Ask,
  by: Cause,
): Promise<DoneRows> {
  const { storeId: store } = seen
  const { ids, sequence } = await memoriesAt(seen, rows)
  const ask = askFor(ids)
  const { plan } = await planOf(store, ask)
  // What somebody wrote in between is in the plan, and was not shown.
  if (plan.sequence !== sequence) await memoriesAt(seen, rows)
  const stuck = plan.rows.find(({ group }) => group !== 'change')
  if (stuck) {
    const path = stuck.after?.path ?? ''
    throw stuck.reason === 'path_taken'
      ? pathConflict(path, { path, id: stuck.id })
      : versionDamaged(stuck.id)
  }
  const done = await doPlan(store, ask, { hash: plan.hash }, by)
  const memories = done.plan.rows.filter(({ group }) => group === 'change').length
  return { batchId: 'batchId' in done ? done.batchId : null, memories }
}

const bare = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

import { db } from '@/lib/db'
import { jobEnded } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { doPlan } from '@/lib/store/plan/do-plan'
import { reachable } from '@/lib/transfer/folder'
import { openSource } from '@/lib/transfer/seed'
import { connect, type Connection, folderToConnect } from './connections'
import type { Preset } from './model'

/** A folder becomes a store of its own, which is in step with it from then on. */

export interface TakingUp {
  /** as a person named it, or as it was found */
  folder: string
  preset: Preset
  /** of the store */
  name: string
  only: readonly string[] | null
  isTwoWay: boolean
}

const NEVER = new AbortController().signal

/**
 * Makes a store, fills it by the plan of a seeding, with the history that git has of the folder, and keeps
 * both in step. What cannot be seeded from is taken in by the first look at it. Refuses as `connect`, and as
 * `openSource`; the store goes again then.
 */
export async function takeUp(asked: TakingUp, by: Cause): Promise<Connection> {
  const { folder, preset, name, only, isTwoWay } = asked
  const location = await folderToConnect(folder, only)
  const store = await createStore({ name }, by)
  try {
    if (only === null && (await isSeedable(location))) await seed(store.id, location, by)
    return await connect({ storeId: store.id, folder: location, preset, only, isTwoWay }, by)
  } catch (error) {
    await deleteStore(store.id, by)
    throw error
  }
}

const isSeedable = (location: string) =>
  reachable(location).then(
    () => true,
    () => false,
  )

async function seed(storeId: string, path: string, by: Cause): Promise<void> {
  const named = { type: 'any' as const, path }
  const { id: jobId } = await openSource({ storeId, named, isTrusted: true }, by, NEVER)
  await doPlan(storeId, { kind: 'seed', jobId, withHistory: true }, { hash: null }, by)
  const { state, error } = await jobEnded(jobId)
  if (state !== 'done') throw new Refusal('source_gone', error ?? 'The seeding ended before.')
}

/** The name for a store of a folder that no other one has. */
export async function freeName(wanted: string): Promise<string> {
  const taken = await db.store.findMany({
    where: { deletedAt: null, name: { startsWith: wanted } },
    select: { name: true },
  })
  const names = new Set(taken.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!names.has(name)) return name
  }
}

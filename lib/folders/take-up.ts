import { posix } from 'node:path'
import { db } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { cannot, hashOf } from '@/lib/store/plan/aims'
import { planChanged } from '@/lib/store/plan/do-plan'
import type { Plan } from '@/lib/store/plan/plan'
import { firstPlan } from '@/lib/transfer/first-plan'
import { reachable } from '@/lib/transfer/folder'
import { pathOf } from '@/lib/transfer/plan'
import { readSource } from '@/lib/transfer/read-source'
import { NEVER, seedWhole } from '@/lib/transfer/seed'
import { connect, type Connection, folderToConnect } from './connections'
import { diskAt } from './disk'
import type { Preset, RealPath } from './model'
import { included, isConflictCopy } from './names'
import { type RowChange, rowOfFile } from './rows'
import { type DiskFile, lookAt, readChanged } from './scan'

/** A folder becomes a store of its own, which is in step with it from then on. */

export interface TakingUp {
  /** as a person named it, or as it was found */
  folder: string
  preset: Preset
  /** of the store */
  name: string
  only: readonly string[] | null
  isTwoWay: boolean
  /** of the plan that was shown; null: none was */
  hash?: string | null
}

/** What becomes of a folder that is taken up. Refuses as `takeUp`; null: its first look tells. */
export async function planTakingUp(folder: string): Promise<Plan | null> {
  const path = await folderToConnect(folder, null)
  if (!(await isSeedable(path))) return null
  const plan = firstPlan(await readSource({ type: 'any', path }, NEVER), true)
  const hash = markOf(plan)
  for (const row of copiesIn(plan)) cannot(row, 'conflict_copy')
  return { ...plan, hash }
}

/** What a service for syncing put aside is no memory of a folder in step, though one can be seeded from it. */
const copiesIn = ({ rows }: Plan) =>
  rows.filter((row) => isConflictCopy(posix.basename(pathOf(row))))

/** By which a plan is known again, whatever its rows are called by then. */
const markOf = ({ ask, rows }: Plan) =>
  hashOf(
    ask,
    rows.map((row) => ({ ...row, id: '' })),
  )

/**
 * Makes a store, fills it by the plan of a seeding, with the history that git has of the folder, and keeps
 * both in step. What cannot be seeded from is taken in by the first look at it. Refuses as `connect`, as
 * `openSource`, and `plan_changed`; the store goes again then.
 */
export async function takeUp(asked: TakingUp, by: Cause): Promise<Connection> {
  const { folder, preset, name, only, isTwoWay, hash = null } = asked
  const location = await folderToConnect(folder, only)
  const store = await createStore({ name })
  try {
    const to = { storeId: store.id, folder: location, preset, only, isTwoWay }
    if (only !== null || !(await isSeedable(location))) return await connect(to, by)
    const files = await filesIn(location, store)
    await seedWhole(store.id, { type: 'any', path: location }, by, (plan) => {
      if (hash !== null && markOf(plan) !== hash) throw planChanged(plan)
      return copiesIn(plan).map(({ id }) => id)
    })
    return await connect({ ...to, agreed: await agreedOn(store.id, files) }, by)
  } catch (error) {
    await deleteStore(store.id, by)
    throw error
  }
}

const isSeedable = (location: string) => reachable(location).then(Boolean, () => false)

async function filesIn(location: RealPath, { limits }: Store): Promise<DiskFile[]> {
  const from = { disk: diskAt(location), signal: NEVER }
  const seen = await lookAt({ ...from, included: included(null), isOwnData: () => false })
  return [...(await readChanged(from, seen, new Map(), limits.memoryBytes)).files.values()]
}

/**
 * The rows of files whose texts became versions. Agents may have written since, in the store as in the
 * folder: without what both come from, the first look could not bring their texts together.
 */
async function agreedOn(storeId: string, files: readonly DiskFile[]): Promise<RowChange[]> {
  const versions = await rowsOf(
    files.map(({ sha256 }) => sha256),
    (some) =>
      db.version.findMany({
        where: { storeId, sha256: { in: some } },
        select: { id: true, path: true, sha256: true },
        orderBy: { sequence: 'asc' },
      }),
  )
  const versionOf = new Map(versions.map(({ id, path, sha256 }) => [`${sha256} ${path}`, id]))
  return files.flatMap((file) => {
    const versionId = versionOf.get(`${file.sha256} ${file.path}`)
    return versionId === undefined ? [] : [{ row: rowOfFile(file, versionId), was: null }]
  })
}

import type { ChosenLeftOut, LeftOutsProps } from '@/components/seed/left-outs'
import type { Database } from '@/lib/db/database'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { getLeftOut, listLeftOuts, type SeedLeftOut } from '@/lib/store/seeding/seed-left-outs'
import { compareInTree } from '@/lib/text/natural-order'

const SHOWN = 200

/** The left-outs on the seeding page; `left` is the address's parameter for one of them. */
export async function leftOutsOf(
  db: Database,
  storeId: string,
  left: string | string[] | undefined,
): Promise<Pick<LeftOutsProps, 'rows' | 'count' | 'conflicts' | 'chosen'>> {
  const { leftOuts, count } = await listLeftOuts(db, { storeId, limit: SHOWN })
  const conflicts = []
  for (const { key, path, kind } of leftOuts) {
    if (kind !== 'conflict') continue
    conflicts.push({ key, seen: (await memoryAt(db, storeId, path, 'basic'))?.sha256 ?? null })
  }
  const chosen = typeof left === 'string' ? await chosenOf(db, storeId, Number(left)) : null
  const rows = leftOuts.toSorted(
    (one, other) => byKind(one, other) || compareInTree(one.path, other.path),
  )
  return { rows, count, conflicts, chosen }
}

/** Conflicts first. */
const byKind = (one: SeedLeftOut, other: SeedLeftOut) =>
  Number(other.kind === 'conflict') - Number(one.kind === 'conflict')

async function chosenOf(db: Database, storeId: string, key: number): Promise<ChosenLeftOut | null> {
  const found = Number.isSafeInteger(key) ? await getLeftOut(db, { storeId, key }) : null
  if (found?.leftOut.kind !== 'conflict') return null
  const { path, content } = found.leftOut
  const memory = await memoryAt(db, storeId, path, 'full')
  const seen = memory?.sha256 ?? null
  return { key, path, seen, stores: memory?.content ?? null, sources: content }
}

async function memoryAt(db: Database, storeId: string, path: string, view: 'basic' | 'full') {
  return getMemory(db, { storeId, path, view }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
}

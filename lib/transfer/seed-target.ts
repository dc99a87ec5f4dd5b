import type { Database } from '@/lib/db/database'
import { applyMoment, type SeedNote } from '@/lib/store/undo/apply-moment'
import type { AppliedStep, HistoryStep } from '@/lib/store/model/history-step'
import type { Audience } from '@/lib/store/model/audience'
import type { Cause } from '@/lib/store/model/actor'
import { getMemory } from '@/lib/store/memories/read-memories'
import type { BatchKind } from '@/lib/store/model/memory-version'
import { StoreError } from '@/lib/store/model/problems'
import type { Side } from './decide'

/** The time, author and cause that steps are written with. */
export interface StepContext {
  at: number | undefined
  batch: { kind: BatchKind; message: string | null; reference: string | null } | null
  cause: Cause
  /** who imports it, and answers for it */
  importedBy: Cause
}

/**
 * The target of a seeding's reads and writes: the store itself or, for a plan, an overlay of it.
 */
export interface SeedTarget {
  head: (path: string) => Promise<Side | null>
  /** Writes the steps, and the seed's bases, in one transaction; a plan only overlays the store. */
  apply: (
    steps: readonly HistoryStep[],
    context: StepContext,
    note: SeedNote | null,
  ) => Promise<AppliedStep[]>
}

export async function headInStore(
  db: Database,
  storeId: string,
  path: string,
  audience?: Audience,
): Promise<Side | null> {
  const asked = { storeId, path, audience }
  const memory = await getMemory(db, { ...asked, view: 'basic' }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
  if (!memory) return null
  return {
    sha256: memory.sha256,
    text: async () => (await getMemory(db, { ...asked, view: 'full' })).content,
  }
}

/** `audience`: whoever seeds, and compares with the store what they are shown of it. */
export function storeTarget(
  db: Database,
  storeId: string,
  audience: Audience | undefined,
): SeedTarget {
  return {
    head: (path) => headInStore(db, storeId, path, audience),
    apply: async (steps, { at, batch, cause, importedBy }, note) => {
      const applied = await applyMoment(db, {
        storeId,
        at,
        batch,
        steps,
        cause,
        importedBy,
        seed: note ?? undefined,
      })
      return applied.steps
    },
  }
}

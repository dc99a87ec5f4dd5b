import type { Database } from '@/lib/db/database'
import { applyMoment, type AppliedStep, type HistoryStep } from '@/lib/store/apply-moment'
import type { Cause } from '@/lib/store/actor'
import { getMemory } from '@/lib/store/get-memory'
import { listMemories } from '@/lib/store/list-memories'
import type { BatchKind } from '@/lib/store/memory-version'
import { StoreError } from '@/lib/store/problems'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { Side } from './decide'

/** The time, author and cause that steps are written with. */
export interface StepContext {
  at: number | undefined
  batch: { kind: BatchKind; message: string | null; reference: string | null }
  cause: Cause
}

/** Where seeding reads and writes: the store itself, or, for a plan, what it would look like. */
export interface SeedTarget {
  head: (path: string) => Promise<Side | null>
  /** Writes the steps as one transaction; a plan only remembers them. */
  apply: (steps: readonly HistoryStep[], context: StepContext) => Promise<AppliedStep[]>
}

async function headInStore(db: Database, storeId: string, path: string): Promise<Side | null> {
  const memory = await getMemory(db, { storeId, path, view: 'basic' }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
  if (!memory) return null
  return {
    sha256: memory.sha256,
    text: async () => (await getMemory(db, { storeId, path, view: 'full' })).content,
  }
}

export function storeTarget(db: Database, storeId: string): SeedTarget {
  return {
    head: (path) => headInStore(db, storeId, path),
    apply: async (steps, { at, batch, cause }) =>
      (await applyMoment(db, { storeId, at, batch, steps, cause })).steps,
  }
}

/** A target that writes nothing: what the steps would have made is laid over the store. */
export function plannedTarget(db: Database, storeId: string): SeedTarget {
  const overlay = new Map<string, Side | null>()
  /** how many memories are laid below each directory */
  const laidBelow = new Map<string, number>()
  const lay = (path: string, side: Side | null) => {
    const change = Number(side !== null) - Number(Boolean(overlay.get(path)))
    overlay.set(path, side)
    if (change === 0) return
    for (const directory of ancestorPaths(path)) {
      laidBelow.set(directory, (laidBelow.get(directory) ?? 0) + change)
    }
  }
  const head = async (path: string) => {
    const laid = overlay.get(path)
    return laid === undefined ? headInStore(db, storeId, path) : laid
  }
  /** A path above or below that would hold a memory. */
  const overlapping = async (path: string): Promise<string | null> => {
    for (const ancestor of ancestorPaths(path)) if (await head(ancestor)) return ancestor
    if ((laidBelow.get(path) ?? 0) > 0) return `${path}/`
    const { entries } = await listMemories(db, {
      storeId,
      directory: path,
      depth: 'all',
      limit: 100,
    })
    const below = entries.map((entry) => (entry.type === 'memory' ? entry.memory.path : path))
    return below.find((other) => overlay.get(other) !== null) ?? null
  }
  return {
    head,
    apply: async (steps) => {
      const applied: AppliedStep[] = []
      for (const step of steps) {
        const before = await head(step.op === 'rename' ? step.from : step.path)
        if (step.op === 'rename') lay(step.from, null)
        if (step.op !== 'delete') refuseOverlap(step.path, await overlapping(step.path))
        const after = step.op === 'delete' ? null : sideOf(step.content, before)
        lay(step.path, after)
        const isChange = step.op === 'rename' || before?.sha256 !== after?.sha256
        applied.push({
          path: step.path,
          memoryId: '',
          versionId: isChange ? 'planned' : null,
          sequence: 0,
          sha256: after?.sha256 ?? null,
        })
      }
      return applied
    },
  }
}

function refuseOverlap(path: string, conflictingPath: string | null): void {
  if (conflictingPath === null) return
  throw new StoreError({ kind: 'path_conflict', path, conflictingPath, conflictingMemoryId: '' })
}

function sideOf(content: string | undefined, before: Side | null): Side | null {
  if (content === undefined) return before
  return { sha256: sha256Hex(utf8Bytes(content)), text: async () => content }
}

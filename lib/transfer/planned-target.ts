import type { Database } from '@/lib/db/database'
import type { Audience } from '@/lib/store/model/audience'
import type { AppliedStep, HistoryStep } from '@/lib/store/model/history-step'
import { listMemories } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { ancestorPaths } from '@/lib/text/memory-path'
import type { Side } from './decide'
import { headInStore, type SeedTarget } from './seed-target'

/**
 * A target that writes nothing: the results of the steps overlay the store, or an empty one if
 * null. `audience`: see `storeTarget`.
 */
export function plannedTarget(
  db: Database,
  storeId: string | null,
  audience?: Audience,
): SeedTarget {
  const overlay = new Map<string, Side | null>()
  /** how many memories of the overlay lie below each directory */
  const laidBelow = new Map<string, number>()

  const lay = (path: string, side: Side | null | undefined) => {
    const change = Number(Boolean(side)) - Number(Boolean(overlay.get(path)))
    if (side === undefined) overlay.delete(path)
    else overlay.set(path, side)
    if (change === 0) return
    for (const directory of ancestorPaths(path)) {
      laidBelow.set(directory, (laidBelow.get(directory) ?? 0) + change)
    }
  }

  const head = async (path: string): Promise<Side | null> => {
    const laid = overlay.get(path)
    if (laid !== undefined) return laid
    return storeId === null ? null : headInStore(db, storeId, path, audience)
  }

  /** Refuses a path that holds a memory above or below it. */
  const refuseOverlap = async (path: string): Promise<void> => {
    for (const ancestor of ancestorPaths(path)) if (await head(ancestor)) refuse(path, ancestor)
    if ((laidBelow.get(path) ?? 0) > 0) refuse(path, `${path}/`)
    if (storeId === null) return
    for (let after: string | undefined; ;) {
      const page = await listMemories(db, {
        storeId,
        directory: path,
        depth: 'all',
        limit: 100,
        after,
        audience,
      })
      for (const entry of page.entries) {
        if (entry.type === 'memory' && overlay.get(entry.memory.path) !== null) {
          refuse(path, entry.memory.path)
        }
      }
      if (page.next === null) return
      after = page.next
    }
  }

  const arrive = async (step: HistoryStep, moved: Side | null): Promise<AppliedStep> => {
    const { path } = step
    if (step.op === 'delete') return planned(path, null, true)
    const before = step.op === 'rename' ? moved : await head(path)
    if (step.op !== 'write' && (await head(path))) refuse(path, path)
    await refuseOverlap(path)
    const after = step.content === undefined ? before : sideOf(step.content, isMerged(step))
    lay(path, after)
    const isChange = step.op !== 'write' || step.isAgain || before?.sha256 !== after?.sha256
    return planned(path, after, isChange)
  }

  return {
    head,
    apply: async (steps) => {
      const touched = steps.flatMap((step) =>
        step.op === 'rename' ? [step.from, step.path] : [step.path],
      )
      const before = new Map(touched.map((path) => [path, overlay.get(path)]))
      try {
        // As in the store, all moves away are applied before any arrival.
        const moved: (Side | null)[] = []
        for (const step of steps) moved.push(step.op === 'rename' ? await head(step.from) : null)
        for (const step of steps) {
          if (step.op === 'rename') lay(step.from, null)
          if (step.op === 'delete') lay(step.path, null)
        }
        const applied: AppliedStep[] = []
        for (const [index, step] of steps.entries()) {
          applied.push(await arrive(step, moved[index] ?? null))
        }
        return applied
      } catch (error) {
        for (const [path, side] of before) lay(path, side)
        throw error
      }
    },
  }
}

function refuse(path: string, conflictingPath: string): never {
  throw new StoreError({ kind: 'path_conflict', path, conflictingPath, conflictingMemoryId: '' })
}

function planned(path: string, side: Side | null, isChange: boolean): AppliedStep {
  const versionId = isChange ? 'planned' : null
  return { path, memoryId: '', versionId, sequence: 0, sha256: side?.sha256 ?? null, kept: null }
}

/**
 * The second step of a merge; only it can differ from both the base and what the source has next.
 */
function isMerged(step: HistoryStep): boolean {
  return step.op === 'write' && step.expected === undefined
}

/**
 * A plan of a large source must not hold it in memory: texts are kept only where they may be
 * needed.
 */
function sideOf(content: string, isTextKept: boolean): Side {
  const kept = isTextKept ? content : null
  return { sha256: sha256Hex(utf8Bytes(content)), text: async () => kept }
}

import type { SeedAction } from './decide'

/** A step's effect on the memory at its path. */
type Written = Extract<SeedAction, 'create' | 'replace' | 'rename' | 'merge' | 'delete'>

export function isWritten(action: SeedAction): action is Written {
  return WRITTEN.has(action)
}

const WRITTEN: ReadonlySet<SeedAction> = new Set<Written>([
  'create',
  'replace',
  'rename',
  'merge',
  'delete',
])

/** A step of a history that was written, or would be. */
export interface WrittenStep {
  path: string
  action: Written
  /** the memory's path before, if the step moved it */
  from: string | null
}

/** A memory that the steps left at a path. */
interface Left {
  /** its path before all of them; null: none */
  origin: string | null
  action: Written
}

/**
 * Sums up the steps of a history: each memory counts once, whatever happened to it in between, and
 * one that came and went does not count.
 */
export class MemoryEffects {
  private readonly left = new Map<string, Left>()
  /** paths of memories that are gone */
  private readonly gone = new Set<string>()

  /** Adds steps of one moment. Those that move memories are taken at once: paths may be swapped. */
  add(steps: readonly WrittenStep[]): void {
    const moved = new Map<string, Left | null>()
    for (const { from } of steps) {
      if (from === null) continue
      moved.set(from, this.left.get(from) ?? null)
      this.left.delete(from)
    }
    for (const { path, action, from } of steps) {
      const earlier = from === null ? this.left.get(path) : moved.get(from)
      const origin = earlier ? earlier.origin : action === 'create' ? null : (from ?? path)
      if (action === 'delete') this.end(path, origin)
      else this.left.set(path, { origin, action })
    }
  }

  /** The path before all steps of the memory that is at a path now; null: it had none. */
  originOf(path: string): string | null {
    return this.left.get(path)?.origin ?? (this.gone.has(path) ? path : null)
  }

  private end(path: string, origin: string | null): void {
    this.left.delete(path)
    if (origin !== null) this.gone.add(origin)
  }

  /** Yields the effect on each memory, at its present path, or at its last one if it is deleted. */
  *all(): Generator<{ path: string; action: Written }> {
    for (const [path, { origin, action }] of this.left) {
      const isSuccessor = origin === null && this.gone.has(path)
      yield { path, action: isSuccessor ? 'replace' : effectOf(path, origin, action) }
    }
    for (const path of this.gone) {
      if (this.left.get(path)?.origin !== null) yield { path, action: 'delete' }
    }
  }
}

function effectOf(path: string, origin: string | null, action: Written): Written {
  if (origin === null) return 'create'
  if (action === 'merge') return 'merge'
  if (origin !== path) return 'rename'
  return action === 'rename' ? 'replace' : action
}

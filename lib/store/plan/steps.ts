import { turn } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { Memory } from '../model/model'
import {
  changedSinceSeen,
  checkContent,
  checkPath,
  memoryNotFound,
  pathConflict,
} from '../model/problems'
import type { Change } from '../write/change'
import { type HeadChange, type NewState, stateOf, textIn } from '../write/head'
import { writeVersions } from '../write/write-version'
import type { Step } from './plan'
import { inTheWayOf } from './taken-paths'

/** What a step came to. */
export interface AppliedStep {
  /** the version that it wrote; of one that found everything so, the one that stands */
  versionId: string
  isWritten: boolean
}

/**
 * Applies steps in their order, all or none: each finds what those before it left, and a memory that
 * several touch has a version of each. Neighbours that touch each another memory go together, so that
 * memories may swap their paths. A `write` of what stands there already writes nothing unless told to.
 *
 * Refuses `changed_since_seen` where what stands there is not what was expected, `path_conflict`,
 * `memory_not_found`, `invalid_input`, `content_too_large`, `limit_reached`, `version_damaged`.
 */
export async function applySteps(c: Change, steps: readonly Step[]): Promise<AppliedStep[]> {
  for (const step of steps) checkStep(step)
  const standing = await Standing.read(c, steps)
  const applied: AppliedStep[] = []
  let together = new Together()
  const flush = async () => {
    const { pending } = together
    together = new Together()
    await writeTogether(c, pending, standing, applied)
  }
  for (const [at, step] of steps.entries()) {
    await turn()
    if (together.isTouchedBy(step, standing.of(step))) await flush()
    const memory = standing.of(step)
    refuseUnexpected(step, memory)
    if (!memory && step.op === 'revive') throw memoryNotFound(c.store.id, step.memoryId)
    const to = await stateAfter(c, step, memory)
    const isAgain = step.op === 'write' && step.isAgain === true
    if (memory && to?.path === memory.path && to.sha256 === memory.sha256 && !isAgain) {
      applied[at] = { versionId: memory.versionId, isWritten: false }
    } else {
      together.add({ at, head: { memory, to } })
    }
  }
  await flush()
  return applied
}

function checkStep(step: Step): void {
  checkPath(step.path)
  if (step.op !== 'delete' && step.content !== undefined) checkContent(step.content)
}

const pathBefore = (step: Step) => (step.op === 'rename' ? step.from : step.path)

/** A step whose version is not written yet. */
interface Pending {
  at: number
  head: HeadChange
}

/** Steps of which each touches another memory. */
class Together {
  readonly pending: Pending[] = []
  private readonly memoryIds = new Set<string>()
  private readonly paths = new Set<string>()

  add(pending: Pending): void {
    const { memory, to } = pending.head
    this.pending.push(pending)
    if (memory) this.memoryIds.add(memory.id)
    if (to) this.paths.add(to.path)
  }

  /** Whether a step must find what one of these leaves; `memory`: what it finds without them. */
  isTouchedBy(step: Step, memory: Memory | null): boolean {
    if (memory) return this.memoryIds.has(memory.id)
    return step.op !== 'revive' && this.paths.has(pathBefore(step))
  }
}

/** The memories that steps are about, as they stand after what was written. */
class Standing {
  private readonly byPath = new Map<string, Memory>()
  private readonly byId = new Map<string, Memory>()

  static async read({ tx, store }: Change, steps: readonly Step[]): Promise<Standing> {
    const standing = new Standing()
    const keys = (op: 'id' | 'path') =>
      steps.flatMap((step) => {
        if (step.op === 'revive') return op === 'id' ? step.memoryId : []
        return op === 'path' ? pathBefore(step) : []
      })
    for (const key of ['path', 'id'] as const) {
      const found = await rowsOf(keys(key), (some) =>
        tx.memory.findMany({ where: { storeId: store.id, [key]: { in: some } } }),
      )
      for (const memory of found) standing.put(null, memory)
    }
    return standing
  }

  /** The memory that a step is about, null: none. */
  of(step: Step): Memory | null {
    const found =
      step.op === 'revive' ? this.byId.get(step.memoryId) : this.byPath.get(pathBefore(step))
    return found ?? null
  }

  put(before: Memory | null, memory: Memory): void {
    const old = before?.path ?? null
    if (old !== null && this.byPath.get(old)?.id === memory.id) this.byPath.delete(old)
    if (memory.path !== null) this.byPath.set(memory.path, memory)
    this.byId.set(memory.id, memory)
  }
}

function refuseUnexpected(step: Step, memory: Memory | null): void {
  const stands = memory?.path == null ? null : memory.sha256
  const expected = step.op === 'revive' ? null : step.expected
  if (stands !== expected) throw changedSinceSeen(pathBefore(step))
}

async function stateAfter(c: Change, step: Step, memory: Memory | null): Promise<NewState | null> {
  if (step.op === 'delete') return null
  const { path, content } = step
  return stateOf(path, content ?? (memory ? await textIn(c, memory) : ''))
}

async function writeTogether(
  c: Change,
  pending: readonly Pending[],
  standing: Standing,
  applied: AppliedStep[],
): Promise<void> {
  if (pending.length === 0) return
  const heads = pending.map(({ head }) => head)
  await refuseOverlaps(c, heads)
  const written = await writeVersions(c, heads)
  for (const [index, { at, head }] of pending.entries()) {
    const memory = written[index]?.memory
    if (!memory) continue
    standing.put(head.memory, memory)
    applied[at] = { versionId: memory.versionId, isWritten: true }
  }
}

async function refuseOverlaps(c: Change, heads: readonly HeadChange[]): Promise<void> {
  for (const [{ to }, { path, memoryId }] of await inTheWayOf(c.tx, c.store.id, heads)) {
    throw pathConflict(to?.path ?? '', { path, id: memoryId ?? '' })
  }
}

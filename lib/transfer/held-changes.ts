import { getMemory } from '@/lib/store/memories/read-memories'
import type { AppliedStep, HistoryStep } from '@/lib/store/model/history-step'
import type { PolicyStop, StoppedByPolicyError } from '@/lib/store/model/policy-stop'
import { refuse, StoreError } from '@/lib/store/model/problems'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { chunked } from '@/lib/text/chunked'
import { type HeldChange, type HeldWrite, noteResult, type Planned, type Seeding } from './seeding'
import type { SourceChange } from './source'

/** Handles the changes of an agent's import that a store's policy stopped. */

/** Held texts are kept in memory until the end, as long as they are smaller together; bytes. */
const MAX_HELD_BYTES = 16 * 1024 * 1024

const WRITES_PER_TRANSACTION = 64

/** Notes the changes that the policy stopped, and returns the others, of which nothing is written. */
export async function withoutStopped(
  seeding: Seeding,
  together: readonly Planned[],
  error: StoppedByPolicyError,
): Promise<Planned[]> {
  const others: Planned[] = []
  for (const planned of together) {
    const stop = error.stops.find((each) => planned.steps.some((step) => isOf(each, step)))
    if (stop) await noteStopped(seeding, planned, stop.problem)
    else others.push(planned)
  }
  if (others.length === together.length) throw error
  return others
}

function isOf({ before, after }: PolicyStop, step: HistoryStep): boolean {
  switch (step.op) {
    case 'rename':
      return before === step.from && after === step.path
    case 'delete':
      return before === step.path && after === null
    case 'write':
    case 'revive':
      return after === step.path && (before === null || before === step.path)
  }
}

/** Notes a change that the policy stopped; what it holds is kept for a person at the end. */
export async function noteStopped(
  seeding: Seeding,
  planned: Planned,
  problem: PolicyStop['problem'],
): Promise<void> {
  const { path } = planned.change
  // The store's text was to stay: there is nothing to decide.
  if (planned.action === 'keep') return noteResult(seeding, path, 'keep', null)
  if (problem.kind === 'refused_by_policy') {
    return noteResult(seeding, path, 'skip', { code: 'refused_by_policy', rule: ruleOf(problem) })
  }
  seeding.held.set(path, { planned, problem })
  seeding.heldBytes += contentOf(planned)?.length ?? 0
  if (seeding.heldBytes > MAX_HELD_BYTES) await keepHeld(seeding)
}

const ruleOf = ({ ruleId }: { ruleId: string | null }) => ruleId ?? 'default'

/** The reason for which a change was written differently; null: it was written as it is. */
export function keptReason(applied: readonly AppliedStep[]): SeedReason | null {
  const kept = applied.findLast((step) => step.kept !== null)?.kept
  if (!kept) return null
  return { code: `${kept.as}_by_policy`, rule: ruleOf(kept) }
}

/** Drops a held change that the history itself takes away again. */
export function dropHeld({ held }: Seeding, change: SourceChange): void {
  if (change.op === 'delete') held.delete(change.path)
  if (change.op === 'rename') held.delete(change.from)
}

/** Keeps what the policy held for a person, a proposal for each path. */
export async function keepHeld(seeding: Seeding): Promise<void> {
  const { held, hold } = seeding
  const changes = [...held.values()]
  held.clear()
  seeding.heldBytes = 0
  for (const some of chunked(changes, WRITES_PER_TRANSACTION)) {
    if (!hold) throw new Error('nobody keeps what a policy held')
    const writes: { change: HeldChange; write: HeldWrite }[] = []
    for (const change of some) {
      const write = await heldWrite(seeding, change)
      if (write) writes.push({ change, write })
    }
    const proposals = await hold(writes.map(({ write }) => write))
    for (const [index, { change }] of writes.entries()) {
      const { planned, problem } = change
      const proposal = proposals[index] ?? null
      if (proposal === null) return refuse({ kind: 'store_not_found', storeId: problem.storeId })
      const reason = { code: 'held_by_policy', rule: ruleOf(problem), proposal } as const
      noteResult(seeding, planned.change.path, 'skip', reason)
    }
  }
}

/** The write to run when a person allows it. Null if its memory is gone, which is noted. */
async function heldWrite(
  seeding: Seeding,
  { planned, problem }: HeldChange,
): Promise<HeldWrite | null> {
  const [first] = planned.steps
  const content = contentOf(planned)
  const { path } = planned.change
  if (first?.op !== 'rename' && first?.op !== 'delete') {
    return { problem, command: { kind: 'put', path, content: content ?? '' } }
  }
  const memory = await memoryAt(seeding, first.op === 'rename' ? first.from : path)
  if (!memory) {
    noteResult(seeding, path, 'conflict', { code: 'deleted_meanwhile' })
    return null
  }
  const { memoryId } = memory
  const contentSha256 = first.expected ?? memory.sha256
  if (first.op === 'delete')
    return { problem, command: { kind: 'delete', memoryId, contentSha256 } }
  const moved = { path, content, contentSha256, whenPathTaken: 'refuse' } as const
  return { problem, command: { kind: 'update', memoryId, ...moved } }
}

async function memoryAt({ db, storeId }: Seeding, path: string) {
  if (storeId === null) return null
  try {
    const { id, sha256 } = await getMemory(db, { storeId, path, view: 'basic' })
    return { memoryId: id, sha256 }
  } catch (error) {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  }
}

/** The content that the change leaves in its memory; undefined: the content stays as it was. */
function contentOf({ steps }: Planned): string | undefined {
  return steps.flatMap((step) => (step.op === 'delete' ? [] : (step.content ?? []))).at(-1)
}

import { parseArgs } from 'node:util'
import { seesStore } from '@/lib/auth/may'
import { database } from '@/lib/db/open-database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { branchState } from '@/lib/store/branches/find-branch'
import { mergeBranchPastGates } from '@/lib/gates/merge-branch'
import { planMerge } from '@/lib/store/branches/plan-merge'
import type { MergeChoice, MergeSummary } from '@/lib/store/model/branch-merge'
import { beginShutdown } from '@/lib/shutdown'
import { StoreError } from '@/lib/store/model/problems'
import { ASK_GATES, pastGates } from './ask-gates'
import { KEY_FILE, reviewerOf } from './deciding-key'
import { requireStoreNamed } from './find-store'
import { printable } from './printable'
import { UsageError } from './usage'

const LETTERS: Record<MergeSummary['operation'], string> = {
  created: 'A',
  modified: 'M',
  renamed: 'R',
  deleted: 'D',
}

const SIDES: readonly string[] = ['origin', 'branch', 'both']

/** `palimpsest merge <branch>`. */
export async function mergeCommand(args: string[]): Promise<number> {
  try {
    return await merge(args)
  } finally {
    // The scanner that the policy asks would wait for more.
    await beginShutdown()
  }
}

async function merge(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...KEY_FILE,
      'dry-run': { type: 'boolean', default: false },
      conflicts: { type: 'string' },
      ...ASK_GATES,
    },
  })
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new UsageError('merge takes one branch')
  const { conflicts } = values
  if (conflicts !== undefined && !isSide(conflicts)) {
    throw new UsageError('--conflicts must be origin, branch or both')
  }
  // What agents wrote in the branch is judged by the policy of its origin.
  guardAgentsWrites()
  const db = database()
  const { caller } = await reviewerOf(values['key-file'])
  const { id: storeId } = await requireStoreNamed(db, name)
  const origin = await branchState(db, storeId)
  const isSeen = seesStore(caller, storeId) && (!origin || seesStore(caller, origin.originId))
  if (!isSeen) throw new UsageError(`there is no store ${name}`)
  const plan = await planMerge(db, { storeId })
  for (const memory of plan.memories) process.stdout.write(`${lineOf(memory)}\n`)
  if (values['dry-run']) return 0
  const cause = { actor: caller.actor }
  const mergeWith = (choices: ReadonlyMap<string, MergeChoice>) =>
    pastGates(values['ask-gates'], (gates) =>
      mergeBranchPastGates(db, { storeId, choices, plan: plan.planHash, cause, gates }),
    )
  const merged = await mergeWith(new Map()).catch((error: unknown) => {
    const isConflict = error instanceof StoreError && error.problem.kind === 'merge_conflicts'
    if (!isConflict || error.problem.kind !== 'merge_conflicts') throw error
    if (conflicts === undefined) {
      throw new UsageError('both changed some of it: say --conflicts, or choose in the dashboard')
    }
    const chosen = error.problem.conflicts.map(({ hunkId }): [string, MergeChoice] => [
      hunkId,
      { take: conflicts },
    ])
    return mergeWith(new Map(chosen))
  })
  process.stdout.write(`${merged.batchId ?? 'nothing to write'}\n`)
  return merged.left.length === 0 ? 0 : 1
}

const isSide = (side: string): side is 'origin' | 'branch' | 'both' => SIDES.includes(side)

function lineOf({ operation, path, added, removed, conflicts, obstacle }: MergeSummary): string {
  const note = obstacle?.reason ?? (conflicts > 0 ? `${conflicts} changed on both sides` : '')
  return `${LETTERS[operation]} ${printable(path)} +${added} -${removed} ${note}`.trimEnd()
}

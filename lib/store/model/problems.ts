import type { MergeConflict } from './branch-merge'
import type { InvalidInput } from './invalid-input'
import type { ChangeKind } from './memory-change'

/** A refusal of the domain, with its facts; each face words it for itself. */
export type StoreProblem =
  | { kind: 'store_not_found'; storeId: string }
  | { kind: 'store_archived'; storeId: string }
  | { kind: 'memory_not_found'; storeId: string; memoryId: string | null; path: string | null }
  | { kind: 'version_not_found'; storeId: string; versionId: string }
  | ({ kind: 'invalid_input' } & InvalidInput)
  /** The path is taken, or lies above or below one that is. */
  | {
      kind: 'path_conflict'
      path: string
      conflictingPath: string
      /** the memory at `conflictingPath` */
      conflictingMemoryId: string
    }
  /** Agents may not change it until a person has released it. `path`: as the caller knows it. */
  | { kind: 'memory_quarantined'; memoryId: string; path: string | null }
  /** A key never releases what it wrote itself. */
  | { kind: 'release_forbidden'; memoryId: string }
  | { kind: 'precondition_failed'; storeId: string; memoryId: string; path: string | null }
  /** `size` and `limit` in bytes */
  | { kind: 'content_too_large'; path: string; size: number; limit: number }
  | { kind: 'limit_reached'; limit: 'memories' | 'bytes' | 'versions'; maximum: number }
  /** The version is the head of a live memory. */
  | { kind: 'head_not_redactable'; versionId: string; memoryId: string }
  /** Agents may not redact. */
  | { kind: 'redaction_forbidden' }
  /** Its content is gone, so it cannot be restored. */
  | { kind: 'version_redacted'; versionId: string }
  /** The bytes stored of it are not those written: it cannot be shown, compared or restored. */
  | { kind: 'version_damaged'; versionId: string }
  /** A version that deleted its memory has no content to roll back to. */
  | { kind: 'version_is_deletion'; versionId: string }
  | { kind: 'moved_into_itself'; path: string; newPath: string }
  /** The name already belongs to another moment of the store, whose last change is `sequence`. */
  | { kind: 'moment_name_taken'; name: string; sequence: number }
  /** The outcome is no longer the one that was shown. */
  | { kind: 'plan_changed'; storeId: string }
  /** Someone else changed the memory since the caller looked. */
  | { kind: 'changed_since_seen'; storeId: string; path: string }
  /** The store's policy refuses the write; `reason` in English, after "was not saved:". */
  | {
      kind: 'refused_by_policy'
      storeId: string
      path: string
      ruleId: string | null
      reason: string
    }
  /** The store's policy holds the write for a person; `lapseAfter` in milliseconds. */
  | {
      kind: 'held_by_policy'
      storeId: string
      /** of a rename the path before */
      path: string
      change: ChangeKind
      /** null: the policy's default */
      ruleId: string | null
      revision: number
      lapseAfter: number
      reason: string
      /** whether it is held since it could not be scanned in full */
      isUnscanned: boolean
    }
  /**
   * The store's fields (name, description, settings) are not what the caller saw; or, with `isWritten`,
   * it has other changes than those.
   */
  | { kind: 'store_changed'; storeId: string; isWritten?: boolean }
  /** Of that time nothing is known: the store, or the log of a branch, begins later. */
  | {
      kind: 'moment_before_store'
      storeId: string
      /** milliseconds since 1970 */
      since: number
    }
  /** `name` null: it was never seeded */
  | { kind: 'moment_not_found'; storeId: string; name: string | null }
  | { kind: 'not_a_branch'; storeId: string }
  /** The store that it was made from was deleted. */
  | { kind: 'branch_origin_gone'; storeId: string; originId: string }
  /** Both changed these places, and nobody chose. */
  | { kind: 'merge_conflicts'; storeId: string; conflicts: MergeConflict[] }

export type StoreProblemKind = StoreProblem['kind']

/**
 * Problems that only arise after looking at history, a plan or a page, or from saying what a memory
 * must hold: agents' tools have no words for them (lib/mcp has, of its callers' expectations).
 */
const MET_BY_NO_TOOL = [
  'version_not_found',
  'precondition_failed',
  'head_not_redactable',
  'redaction_forbidden',
  'release_forbidden',
  'version_redacted',
  'version_is_deletion',
  'moment_name_taken',
  'plan_changed',
  'changed_since_seen',
  'store_changed',
  'moment_before_store',
  'moment_not_found',
  'not_a_branch',
  'branch_origin_gone',
  'merge_conflicts',
] as const satisfies readonly StoreProblemKind[]

type MetByNoTool = Extract<StoreProblem, { kind: (typeof MET_BY_NO_TOOL)[number] }>

/** Returns whether agents' tools need no wording for a problem. */
export function isMetByNoTool(problem: StoreProblem): problem is MetByNoTool {
  return MET_BY_NO_TOOL.some((kind) => kind === problem.kind)
}

/** The only error that `lib/store` throws to refuse something. Any other is a bug or a fault. */
export class StoreError extends Error {
  override readonly name = 'StoreError'

  constructor(readonly problem: StoreProblem) {
    // For logs and stack traces; contains neither contents nor paths.
    super(problem.kind)
  }
}

export function refuse(problem: StoreProblem): never {
  throw new StoreError(problem)
}

import type { ChangeKind } from '@/lib/store/model/memory-change'
import { parseCommand } from './command'
import type { Mount } from './mount'
import { ToolRefusal } from './refusal'
import { parseToolPath } from './tool-path'

/** The memory that a writing call targets. */
export interface CallTarget {
  storeId: string
  /** in the store; of a rename the path before */
  path: string
  kind: ChangeKind
}

const COMMAND_KINDS = {
  create: 'created',
  str_replace: 'modified',
  insert: 'modified',
  delete: 'deleted',
  rename: 'renamed',
} as const satisfies Record<string, ChangeKind>

/**
 * The store and path that a command would change; null: no memory of these stores, so that it can
 * only be refused.
 */
export function commandTarget(input: unknown, mounts: readonly Mount[]): CallTarget | null {
  try {
    const command = parseCommand(input)
    if (command.command === 'view') return null
    const path = command.command === 'rename' ? command.old_path : command.path
    const found = parseToolPath(path, mounts)
    if (found.kind !== 'in_store') return null
    const { mount } = found
    return { storeId: mount.storeId, path: found.path, kind: COMMAND_KINDS[command.command] }
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}

import { parseCommand } from './command'
import type { Mount } from './mount'
import { ToolRefusal } from './refusal'
import { parseToolPath, toolPathOf } from './tool-path'

/** The memory that a call of the memory tool was about. */
export interface MemoryOfCall {
  storeId: string
  /** in the store; of a rename the path after */
  path: string
  /** stands before the store's paths where the model names them */
  root: string
  isWritten: boolean
}

/**
 * The memory that an agent read or wrote by a call and may change; null: it took it away, looked at
 * a directory, or may only read.
 */
export function memoryOfCall(input: unknown, mounts: readonly Mount[]): MemoryOfCall | null {
  try {
    const command = parseCommand(input)
    if (command.command === 'delete') return null
    const found = parseToolPath(
      command.command === 'rename' ? command.new_path : command.path,
      mounts,
    )
    if (found.kind !== 'in_store' || found.path === '') return null
    const { mount, path } = found
    if (mount.access === 'read_only') return null
    const isWritten = command.command !== 'view'
    return { storeId: mount.storeId, path, root: toolPathOf(found, ''), isWritten }
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}

import { parseDocumentInput } from '@/lib/document-tools/document-tools'
import { parseCommand } from '@/lib/memory-tool/command'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import { ToolRefusal } from '@/lib/memory-tool/refusal'
import { isDocumentTool, MEMORY_TOOL, type ToolCall } from '@/lib/memory-tool/tool-effects'
import { parseToolPath } from '@/lib/memory-tool/tool-path'

/** The place that a call was about, so that its answer shows it. */
export interface ShownPlace {
  storeId: string
  /** of a memory or a directory; '': the store as a whole */
  path: string
}

/** The place that the answer to a call shows; null: of no one store, or the call was refused. */
export function shownByCall(
  { name, input }: ToolCall,
  mounts: readonly Mount[],
): ShownPlace | null {
  if (name === MEMORY_TOOL) return shownByCommand(input, mounts)
  if (!isDocumentTool(name)) return null
  const parsed = parseDocumentInput(name, input)
  if (!parsed.isValid) return null
  const { value } = parsed
  const [only, ...others] = mounts
  const alone = others.length === 0 ? only : null
  const mount = value.store === undefined ? alone : mountNamed(mounts, value.store)
  return mount ? { storeId: mount.storeId, path: 'path' in value ? value.path : '' } : null
}

function shownByCommand(input: unknown, mounts: readonly Mount[]): ShownPlace | null {
  try {
    const command = parseCommand(input)
    if (command.command === 'delete') return null
    const path = command.command === 'rename' ? command.new_path : command.path
    const found = parseToolPath(path, mounts)
    return found.kind === 'in_store' ? { storeId: found.mount.storeId, path: found.path } : null
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}

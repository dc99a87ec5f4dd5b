import { requestsInAnswer } from '@/lib/context/requests-in-answer'
import { documentWords } from '@/lib/document-tools/document-words'
import { movePath } from '@/lib/store/memories/change-paths'
import { StoreError } from '@/lib/store/model/problems'
import { heldWrite } from './held-write'
import { storeOfCall } from './in-store'
import { causeOfCall, type McpCall } from './mcp-call'
import { refused, type ToolAnswer, type ToolUse } from './tool-answer'
import { moveInput } from './tool-definitions'

/** `memory_move`: a memory, or all below a directory, within its store. */
export async function runMove(call: McpCall, use: ToolUse): Promise<ToolAnswer> {
  const parsed = moveInput(use.input)
  if ('problem' in parsed) return refused(`Error: Invalid input: ${parsed.problem}`)
  const { store: wanted, path, new_path: newPath } = parsed
  const mount = await storeOfCall(call, { wanted, isWrite: true })
  const cause = causeOfCall(call, use.toolUseId)
  try {
    await movePath(call.db, { storeId: mount.storeId, path, newPath, cause })
    const requests = await requestsInAnswer(call.db, {
      storeId: mount.storeId,
      path: newPath,
      root: '',
      isWritten: true,
    })
    return { text: `Moved ${path} to ${newPath}`, isError: false, requests }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const { problem } = error
    if (problem.kind !== 'held_by_policy') return refused(documentWords(problem))
    const rename = {
      command: 'rename',
      old_path: `/memories${path}`,
      new_path: `/memories${newPath}`,
    }
    const command = { kind: 'memory_tool' as const, mountName: mount.name, input: rename }
    return heldWrite(call, { mount, cause, command, held: problem, path })
  }
}

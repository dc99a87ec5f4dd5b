import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'
import { memoryToolBody } from '../schemas'
import { accessInName } from '../session-name'
import { may } from '@/lib/auth/may'
import { requestsBelow } from '@/lib/mcp/requests-below'
import { runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import { heldAnswer } from '@/lib/proposals/held-answer'
import { getStore } from '@/lib/store/stores/read-stores'
import { mountStem } from '@/lib/text/mount-name'

/**
 * Runs one command of the memory tool; for a read-only key the store is read-only. Below the answer
 * stands what reviewers ask for in the memory that it was about.
 */
export const POST: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, caller, cause } = call
  const store = await getStore(db, params.storeId)
  const json = await readJson(request, bodyLimitFor(store.settings.maxContentBytes))
  const {
    tool_use_id: toolUseId,
    session_id: sessionId,
    ...command
  } = parseInput(memoryToolBody, json)
  const inName =
    sessionId === undefined
      ? null
      : await accessInName(call, {
          sessionId,
          storeId: store.id,
          isWrite: command.command !== 'view',
        })
  const access = may(caller, 'write') ? (inName ?? 'read_write') : 'read_only'
  const name = mountStem(store.name)
  const statedCause = { ...cause, toolUseId, sessionId }
  const mounts = [{ storeId: store.id, name, access }]
  const answer = await runMemoryCommand(db, { mounts, command, cause: statedCause })
  const holdable = { kind: 'memory_tool' as const, mountName: name, input: command }
  const { origin } = request
  const write = { db, origin, storeId: store.id, command: holdable, cause: statedCause }
  const held = answer.held && (await heldAnswer(write, answer.held, shownPath(command)))
  const { isError } = answer
  const requests = await requestsBelow(db, { command, mounts, isError })
  return {
    type: 'memory_tool_result',
    content: held?.words ?? [answer.content, ...(requests ? [requests] : [])].join('\n\n'),
    is_error: isError,
    memory_version_ids: answer.versionIds,
  }
}

/** The path as the model wrote it; of a rename the one before. */
function shownPath(command: Record<string, unknown>): string {
  const { path, old_path: before } = command
  return [path, before].find((each) => typeof each === 'string') ?? '/memories'
}

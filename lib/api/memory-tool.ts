import { z } from '@hono/zod-openapi'
import { may, type Caller } from '@/lib/auth/access'
import { saidBelow } from '@/lib/held/said-below'
import { type Mount, mountsOf, parseToolPath, ROOT } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { countToolCall } from '@/lib/metrics/metrics'
import { Refusal } from '@/lib/refusal'
import { sessionInName } from '@/lib/sessions/in-name'
import { answer, id, inStore, part, STORE } from './kit'

/** The memory tool over HTTP: one command, answered as a model is. */

const WireResult = z
  .strictObject({
    type: z.literal('memory_tool_result'),
    content: z.string(),
    is_error: z.boolean(),
    memory_version_ids: z.array(z.string()),
  })
  .openapi('MemoryToolResult')

const run = inStore('post', `${STORE}/memory_tool`, 'runMemoryTool', 'read', {
  summary: 'Run one command of the memory tool',
  description:
    'The fields of the command stand beside its name. A mistake of the model is an answer with is_error. For a key that only reads, the store is read-only.',
  body: z.looseObject({
    /** `view`, `create`, …; without one, too, the model is told */
    command: z.unknown().optional(),
    tool_use_id: id.optional(),
    /** the caller's own name of its session, kept with the versions */
    session_id: z
      .string()
      .regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 letters, digits, _, ., : or -')
      .optional(),
  }),
  responses: answer(WireResult),
})

export const memoryTool = part().openapi(run, async (c) => {
  const { store, caller, cause } = c.var
  const { tool_use_id: toolUseId, session_id: sessionId, ...command } = c.req.valid('json')
  const name = { storeId: store.id, isWrite: command.command !== 'view' }
  const mayWrite = sessionId === undefined || (await mayWriteInName(caller, { sessionId, ...name }))
  const isReadOnly = !mayWrite || !may(caller, 'write')
  const mounts = mountsOf([store], { isReadOnly })
  const called = { ...cause, toolUseId: toolUseId ?? null, sessionId: sessionId ?? null }
  const result = await runCommand({ mounts, command }, called)
  countToolCall('memory', result.isError)
  const isAsked = !isReadOnly && !result.isError
  const at = { storeId: store.id, path: isAsked ? pathIn(command.path, mounts) : '', root: ROOT }
  const below = await saidBelow(at, called, isAsked)
  const wire = {
    type: 'memory_tool_result' as const,
    content: [result.content, ...below].join('\n'),
    is_error: result.isError,
    memory_version_ids: result.versionIds,
  }
  return c.json(wire, 200)
})

/** The path of a command in its store; '' where it names none. */
function pathIn(path: unknown, mounts: readonly Mount[]): string {
  const at = typeof path === 'string' ? parseToolPath(path, mounts) : null
  return at?.kind === 'in_store' ? at.path : ''
}

/** What a call says of the session that it is made in. */
interface InName {
  sessionId: string
  storeId: string
  isWrite: boolean
}

/**
 * Whether a call that names a session may write there in its name. Refuses as `sessionInName`, and `may_not`
 * for a session that does not have this store, or that asks before it writes, since nobody was asked.
 */
async function mayWriteInName(
  caller: Caller,
  { sessionId, storeId, isWrite }: InName,
): Promise<boolean> {
  const session = await sessionInName(caller, sessionId)
  if (!session) return true
  const store = session.stores.find((each) => each.storeId === storeId)
  if (!store) throw forbidden(`The session ${sessionId} does not have this memory store.`)
  if (isWrite && session.settings.approval === 'always_ask') {
    throw forbidden(`The session ${sessionId} asks before it writes: only its own run can wait.`)
  }
  return !store.isReadOnly
}

const forbidden = (words: string) => new Refusal('may_not', words)

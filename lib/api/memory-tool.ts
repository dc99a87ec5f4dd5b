import { z } from '@hono/zod-openapi'
import { may, type Caller } from '@/lib/auth/access'
import { db } from '@/lib/db'
import { toldOnce } from '@/lib/held/told'
import { type Mount, mountsOf, parseToolPath, ROOT } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { isRefusal, Refusal } from '@/lib/refusal'
import { REQUESTS_INTRODUCTION } from '@/lib/review/reason-words'
import { requestsToTell } from '@/lib/review/requests'
import { sessionArchived } from '@/lib/sessions/sessions'
import { getSession, type Session } from '@/lib/sessions/sessions'
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
  const outcomes = await toldOnce(store.id, called, (path) => ROOT + path)
  const asked =
    isReadOnly || result.isError ? [] : await requestsBelow(store.id, command.path, mounts)
  const wire = {
    type: 'memory_tool_result' as const,
    content: [result.content, ...outcomes, ...asked].join('\n'),
    is_error: result.isError,
    memory_version_ids: result.versionIds,
  }
  return c.json(wire, 200)
})

/** What people ask about the memory that a command names, below its answer. */
async function requestsBelow(storeId: string, path: unknown, mounts: readonly Mount[]) {
  const at = typeof path === 'string' ? parseToolPath(path, mounts) : null
  if (at?.kind !== 'in_store') return []
  const told = await requestsToTell([{ storeId, root: ROOT, path: at.path }])
  return told ? ['', REQUESTS_INTRODUCTION, told.text] : []
}

/** What a call says of the session that it is made in. */
interface InName {
  sessionId: string
  storeId: string
  isWrite: boolean
}

/**
 * Whether a call that names a session may write there in its name; an id that is none of ours is the
 * caller's own word. Refuses `may_not` for a session that another key opened, that does not have this
 * store, or that asks before it writes, since nobody was asked; and `session_archived`.
 */
async function mayWriteInName(
  { actor }: Caller,
  { sessionId, storeId, isWrite }: InName,
): Promise<boolean> {
  const session = await sessionOfOurs(sessionId)
  if (!session) {
    const written = { storeId, sessionId, actorType: 'session' as const }
    if (await db.version.findFirst({ where: written, select: { id: true } })) {
      throw notOpenedByCaller(sessionId)
    }
    return true
  }
  const { openedBy, archivedAt, stores, settings } = session
  if (openedBy.type !== actor.type || openedBy.id !== actor.id) throw notOpenedByCaller(sessionId)
  if (archivedAt) throw sessionArchived(sessionId)
  const store = stores.find((each) => each.storeId === storeId)
  if (!store) throw forbidden(`The session ${sessionId} does not have this memory store.`)
  if (isWrite && settings.approval === 'always_ask') {
    throw forbidden(`The session ${sessionId} asks before it writes: only its own run can wait.`)
  }
  return !store.isReadOnly
}

async function sessionOfOurs(id: string): Promise<Session | null> {
  try {
    return await getSession(id)
  } catch (error) {
    if (isRefusal(error) && error.code === 'session_not_found') return null
    throw error
  }
}

const forbidden = (words: string) => new Refusal('may_not', words)

const notOpenedByCaller = (sessionId: string) =>
  forbidden(`session_id: only the key that ${sessionId} was opened with acts in its name.`)

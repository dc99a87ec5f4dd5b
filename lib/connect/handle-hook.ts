import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { noteHeard } from './core/heard-calls'
import { noteMcpCall, noteMcpSession } from './mcp-session'
import { MAX_ID, MAX_PATH, shortText } from './short-text'
import { hashOf } from './core/hash-of'
import { namedByMove } from './core/moved-by-command'
import { textAfter, writeResult } from './core/transcript-line'

/** The body that Claude Code's hooks PreToolUse and PostToolUse send. */
export const hookBody = z.looseObject({
  hook_event_name: shortText(100),
  session_id: shortText(MAX_ID).min(1),
  cwd: shortText(MAX_PATH).default(''),
  tool_name: shortText(MAX_ID).default(''),
  tool_use_id: shortText(MAX_ID).optional(),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  /** milliseconds */
  duration_ms: z.number().min(0).max(86_400_000).default(0),
})
export type HookBody = z.output<typeof hookBody>

const commandInput = z.object({ command: z.string() })

/** The prefix that Claude Code gives the tools of a server that was added under our name. */
const OVER_MCP = 'mcp__palimpsest__'

/** The clocks of the hook and of the file system agree so well; milliseconds. */
const INEXACT_MS = 50

/**
 * Notes a call that the hook PostToolUse tells of, or, of one over MCP, PreToolUse, for whichever
 * process works on the folder. It is a claim: it names the writer of a file that holds what the
 * call left, or that changed while a command ran or was moved or deleted by one that names it, and
 * nothing else follows from it.
 */
export async function handleHook(db: Database, body: HookBody): Promise<void> {
  const { tool_use_id: toolUseId, tool_name: tool } = body
  if (toolUseId === undefined) return
  const session = { outerId: body.session_id, project: body.cwd, clientVersion: '' }
  const at = Date.now()
  const isOverMcp = tool.startsWith(OVER_MCP)
  if (body.hook_event_name === 'PreToolUse' && isOverMcp) {
    return noteMcpCall(db, { toolUseId, tool, session, at })
  }
  if (body.hook_event_name !== 'PostToolUse') return
  if (tool === 'Bash') {
    const from = Math.round(at - body.duration_ms - INEXACT_MS)
    const command = commandInput.safeParse(body.tool_input)
    const moved = command.success ? namedByMove(command.data.command, body.cwd) : []
    const told = { toolUseId, from, at, session }
    return noteHeard(db, { kind: 'command', ...told }, moved)
  }
  if (isOverMcp) return noteMcpSession(db, { toolUseId, tool, session, at })
  const result = writeResult.safeParse(body.tool_response)
  const text = result.success ? textAfter(result.data) : null
  if (!result.success || text === null) return
  return noteHeard(db, {
    kind: 'result',
    source: 'hook',
    toolUseId,
    tool,
    file: result.data.filePath,
    sha256: hashOf(text),
    session,
    at,
  })
}

import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { accessInSession } from '@/lib/api/access-in-session'
import { LOCAL_CALLER } from '@/lib/auth/caller'
import { sessionOfMcpCall } from '@/lib/connect/mcp-session'
import { database } from '@/lib/db/open-database'
import { causeOf, log } from '@/lib/log'
import { type McpCall, McpRefusal } from '@/lib/mcp/mcp-call'
import { pinnedStore } from '@/lib/mcp/seen-stores'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { settings } from '@/lib/settings'
import { flushReads } from '@/lib/store/reads/reads'
import { UsageError } from './usage'

/**
 * `palimpsest mcp` where no server runs (else bin/mcp-bridge.mjs answers): serves the protocol over
 * standard input and output from the database itself, until the input ends.
 */
export async function mcpCommand(args: string[]): Promise<number> {
  const call = callOf(args)
  await requirePinned(call)
  guardAgentsWrites()
  const ended = once(process.stdin, 'end')
  const served = serveStdio(() => serveMcp(call, { asks: true, canListen: false }), {
    onerror: (error) => log.debug('a call over MCP was refused', causeOf(error)),
  })
  await ended
  await served.close()
  await flushReads(call.db)
  return 0
}

function callOf(args: string[]): McpCall {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string' },
      tools: { type: 'string', default: 'documents' },
      'read-only': { type: 'boolean', default: false },
    },
  })
  const { tools } = values
  if (tools !== 'documents' && tools !== 'memory') {
    throw new UsageError('--tools must be documents or memory')
  }
  const { host, port } = settings()
  const db = database()
  const sessionId = outerSession()
  return {
    db,
    caller: LOCAL_CALLER,
    options: { tools, store: values.store ?? null, isReadOnly: values['read-only'] },
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    client: null,
    // One program starts it, for one conversation.
    connection: String(process.pid),
    sessionId,
    sessionOfCall: (toolUseId) => sessionOfMcpCall(db, toolUseId),
    accessInSession: accessInSession(db, LOCAL_CALLER, sessionId),
  }
}

/** The session of the agent that started this, as it says. */
function outerSession(): string | null {
  // oxlint-disable-next-line no-restricted-properties -- no setting: the agent hands it on
  const id = process.env.CLAUDE_CODE_SESSION_ID
  return id !== undefined && /^[\w.:-]{1,128}$/.test(id) ? id : null
}

async function requirePinned(call: McpCall): Promise<void> {
  try {
    await pinnedStore(call)
  } catch (error) {
    if (error instanceof McpRefusal) throw new UsageError(error.message)
    throw error
  }
}

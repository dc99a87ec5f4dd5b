import { createMcpHandler } from '@modelcontextprotocol/server'
import { causeOf, log } from '@/lib/log'
import type { McpCall } from './mcp-call'
import { serveMcp } from './serve-mcp'
import { subscribe } from './subscribe'

/** Methods that tell what there is, and so name the stores. */
const ASKING: readonly unknown[] = ['initialize', 'server/discover']

/**
 * Answers one HTTP request of the protocol, of either revision; nothing is kept between requests.
 * `body`: its JSON, parsed.
 */
export async function answerMcp(call: McpCall, request: Request, body: unknown): Promise<Response> {
  const method = methodOf(body)
  if (method === 'subscriptions/listen') return subscribe(call, request, body)
  const asks = ASKING.includes(method)
  const handler = createMcpHandler(
    ({ era }) => serveMcp(call, { asks, canListen: era === 'modern' }),
    { onerror: (error) => log.debug('a call over MCP was refused', causeOf(error)) },
  )
  return handler.fetch(request, { parsedBody: body })
}

/** The method of a message; null: several, or none. */
export function methodOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('method' in body)) return null
  return typeof body.method === 'string' ? body.method : null
}

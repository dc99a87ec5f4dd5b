import { createMcpHandler, TRACEPARENT_META_KEY } from '@modelcontextprotocol/server'
import { causeOf, log } from '@/lib/log'
import { traced } from '@/lib/tracing/traced'
import { answerToolCall, type HeaderReader, type WholeAnswer } from './answer-tool-call'
import type { McpCall } from './mcp-call'
import { serveMcp } from './serve-mcp'
import { subscribe } from './subscribe'

/** Methods that tell what there is, and so name the stores. */
const ASKING: readonly unknown[] = ['initialize', 'server/discover']

/** One HTTP request of the protocol. */
export interface McpRequest {
  isPost: boolean
  headers: HeaderReader
  /** makes the request that the SDK reads */
  web: () => Request
}

/**
 * Answers one HTTP request of the protocol, of either revision; nothing is kept between requests.
 * `body`: its JSON, parsed.
 */
export async function answerMcp(
  call: McpCall,
  request: McpRequest,
  body: unknown,
): Promise<Response | WholeAnswer> {
  const method = methodOf(body)
  if (method === 'subscriptions/listen') return subscribe(call, request.web(), body)
  const name = TRACED.find((each) => each === method) ?? 'other'
  return traced<Response | WholeAnswer>(
    `mcp ${name}`,
    parentOf(body),
    async () => {
      const isToolCall = request.isPost && method === 'tools/call'
      const whole = isToolCall ? await answerToolCall(call, request.headers, body) : null
      return whole ?? answerBySdk(call, request.web(), body)
    },
    ({ status }) => ({ 'mcp.method.name': name, isError: status >= 500 ? 1 : 0 }),
  )
}

/** The SDK's answer to a request of any form. */
export function answerBySdk(call: McpCall, request: Request, body: unknown): Promise<Response> {
  const asks = ASKING.includes(methodOf(body))
  const handler = createMcpHandler(
    ({ era }) => serveMcp(call, { asks, canListen: era === 'modern' }),
    { onerror: (error) => log.debug('a call over MCP was refused', causeOf(error)) },
  )
  return handler.fetch(request, { parsedBody: body })
}

/** Methods that traces name: a caller may send any word. */
const TRACED = [
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]

/** The caller's own span, which the protocol carries in its messages. */
function parentOf(body: unknown): string | null {
  const meta = fieldOf(fieldOf(body, 'params'), '_meta')
  const parent = fieldOf(meta, TRACEPARENT_META_KEY)
  return typeof parent === 'string' ? parent : null
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

/** The method of a message; null: several, or none. */
export function methodOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('method' in body)) return null
  return typeof body.method === 'string' ? body.method : null
}

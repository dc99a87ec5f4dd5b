import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  INTERNAL_ERROR,
  isJsonContentType,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { perProcess } from '@/lib/per-process'
import type { McpCall } from './mcp-call'
import { runTool } from './run-tool'
import { serverInfo } from './server-info'
import { type ToolUse, toolUseIdIn } from './tool-answer'

/** An answer that is there as a whole. */
export interface WholeAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The part of a request's headers that is read here. */
export type HeaderReader = Pick<Headers, 'get'>

/**
 * Answers a POST that calls a tool and has the form that nearly all have, to the byte as the SDK does:
 * a server, a transport and streams of its own for each call are most of what a call takes there. Null:
 * it has another form, and the SDK answers or refuses it.
 */
export async function answerToolCall(
  call: McpCall,
  headers: HeaderReader,
  body: unknown,
): Promise<WholeAnswer | null> {
  const plain = plainCall(headers, body)
  if (!plain) return null
  const message = JSON.stringify(await messageOf(call, plain))
  return plain.isModern
    ? { status: 200, headers: { 'content-type': 'application/json' }, body: message }
    : { status: 200, headers: { ...OF_STREAMS }, body: `event: message\ndata: ${message}\n\n` }
}

/** The older revision answers by a stream; its only event is there when it begins. */
const OF_STREAMS = {
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
}

interface PlainCall {
  id: string | number
  use: ToolUse
  /** of the revision of 2026-07-28, not of one before */
  isModern: boolean
}

const id = z.union([z.string(), z.int()])

const toolCall = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.literal('tools/call'),
  params: z.strictObject({
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()).optional(),
    _meta: z.looseObject({ progressToken: id.optional() }).optional(),
  }),
})

function plainCall(headers: HeaderReader, body: unknown): PlainCall | null {
  if (!isJsonContentType(headers.get('content-type'))) return null
  const parsed = toolCall.safeParse(body)
  if (!parsed.success) return null
  const { params } = parsed.data
  const { name, arguments: input = {}, _meta: meta = {} } = params
  const isModern = PROTOCOL_VERSION_META_KEY in meta
  if (!(isModern ? isModernCall(headers, { name, meta, body }) : isOfBefore(headers, meta))) {
    return null
  }
  return { id: parsed.data.id, use: { name, input, toolUseId: toolUseIdIn(meta) }, isModern }
}

type Meta = Readonly<Record<string, unknown>>

const MODERN = '2026-07-28'

/** Its headers say the same as its body, and what it says of its client has the protocol's form. */
function isModernCall(
  headers: HeaderReader,
  { name, meta, body }: { name: string; meta: Meta; body: unknown },
): boolean {
  const [version, method] = [headers.get('mcp-protocol-version'), headers.get('mcp-method')]
  if (version !== MODERN || meta[PROTOCOL_VERSION_META_KEY] !== MODERN) return false
  // A name that begins so is encoded.
  if (method !== 'tools/call' || headers.get('mcp-name') !== name || name.startsWith('=?')) {
    return false
  }
  const envelope = envelopeIn(meta)
  if (envelope === null) return false
  if (accepted.has(envelope)) return true
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: version,
    mcpMethodHeader: method,
    mcpNameHeader: name,
    body,
  })
  if (route.kind !== 'modern') return false
  if (envelope.length <= MAX_ENVELOPE_CHARS) keepAccepted(envelope)
  return true
}

/** Keys of the protocol's own in what accompanies a message. */
const RESERVED = 'io.modelcontextprotocol/'

/** Those by which a client describes itself. */
const ENVELOPE: readonly string[] = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
]

/** A client's description of itself, as JSON; null: something else of the protocol's is there. */
function envelopeIn(meta: Meta): string | null {
  const own = Object.keys(meta).filter((key) => key.startsWith(RESERVED))
  if (!own.every((key) => ENVELOPE.includes(key))) return null
  return JSON.stringify(own.map((key) => [key, meta[key]]))
}

const MAX_ENVELOPES = 200
const MAX_ENVELOPE_CHARS = 2_000

/** Envelopes that the SDK found right, the latest ones: a client sends the same with every call. */
const accepted = perProcess('accepted envelopes', () => new Set<string>())

function keepAccepted(envelope: string): void {
  accepted.add(envelope)
  for (const oldest of accepted) {
    if (accepted.size <= MAX_ENVELOPES) break
    accepted.delete(oldest)
  }
}

function isOfBefore(headers: HeaderReader, meta: Meta): boolean {
  const version = headers.get('mcp-protocol-version')
  if (version === MODERN) return false
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return false
  const accepted = headers.get('accept') ?? ''
  if (!accepted.includes('application/json') || !accepted.includes('text/event-stream'))
    return false
  return !Object.keys(meta).some((key) => key.startsWith(RESERVED))
}

/** The message of the answer: the tool's result, or what went wrong unexpectedly. */
async function messageOf(call: McpCall, { id, use, isModern }: PlainCall): Promise<object> {
  try {
    const result = await runTool(call, use)
    if (!isModern) return { result, jsonrpc: '2.0', id }
    const _meta = { [SERVER_INFO_META_KEY]: serverInfo() }
    return { result: { ...result, resultType: 'complete', _meta }, jsonrpc: '2.0', id }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: { code: codeOf(error), message: messageIn(error) } }
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && Number.isSafeInteger(error.code)
    ? error.code
    : INTERNAL_ERROR

const messageIn = (error: unknown) => (error instanceof Error ? error.message : 'Internal error')

import Anthropic from '@anthropic-ai/sdk'
import type { SessionFault } from '../session-event'

type FaultKind = SessionFault['kind']

const BY_STATUS: ReadonlyMap<number, FaultKind> = new Map([
  [400, 'request_refused'],
  [401, 'authentication'],
  [403, 'permission'],
  [404, 'model_not_found'],
  [413, 'request_too_large'],
  [422, 'request_refused'],
  [429, 'rate_limited'],
  [529, 'overloaded'],
])

/** Transient faults of the connection or the server: a retry may help. */
const TRANSIENT: readonly FaultKind[] = [
  'overloaded',
  'rate_limited',
  'server_error',
  'connection',
  'broken_stream',
]

/**
 * An answer that stopped before its end without an error: where a proxy or a server closes the
 * connection after each answer, one that is cut looks like one that is over.
 */
export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError'

  constructor() {
    super('the connection was closed before the answer was complete')
  }
}

const INTERNAL = { kind: 'internal' as const, message: '' }

/**
 * Translates an error of a model request for a session, with the server's message. The result never
 * holds a key. An error of neither the server nor the network is our own fault, `internal`: it
 * would recur, so it is not retried.
 */
export function faultOf(error: unknown): Omit<SessionFault, 'retry'> {
  if (error instanceof Anthropic.APIConnectionError) {
    // The SDK blames the network for whatever `fetch` throws. A timeout has no cause.
    const { cause } = error
    if (cause !== undefined && !isNetworkError(cause)) return INTERNAL
    return { kind: 'connection', message: causeOf(error) }
  }
  if (error instanceof Anthropic.APIError) {
    // An error in mid-stream has no status, only a type.
    const given: unknown = error.status
    const status = typeof given === 'number' ? given : statusOfType(error)
    const kind = BY_STATUS.get(status) ?? (status >= 500 ? 'server_error' : 'request_refused')
    const message = messageOf(error)
    return { kind: isTooLong(kind, message) ? 'context_full' : kind, message }
  }
  const isBroken =
    error instanceof CutAnswerError ||
    isNetworkError(error) ||
    (error instanceof Anthropic.AnthropicError && !hidesOwnFault(error))
  if (!isBroken) return INTERNAL
  return { kind: 'broken_stream', message: error instanceof Error ? error.message : '' }
}

/**
 * The SDK's stream wraps an error thrown inside it in a message of its own, with the error as its
 * cause.
 */
function hidesOwnFault({ cause }: Error): boolean {
  return !isNetworkError(cause) && PROGRAMMING_ERRORS.some((type) => cause instanceof type)
}

/** Errors that programming mistakes throw. */
const PROGRAMMING_ERRORS = [TypeError, RangeError, ReferenceError]

/**
 * Servers have no code for it, only wording: the Messages API's, and that of compatible servers.
 */
const TOO_LONG = /prompt is too long|context (length|window)|maximum context|exceeds? .*context/i

function isTooLong(kind: FaultKind, message: string): boolean {
  return kind === 'request_refused' && TOO_LONG.test(message)
}

/** Returns whether a server rejected a request because its model takes no temperature. */
export function refusesTemperature(error: unknown): boolean {
  return (
    error instanceof Anthropic.APIError &&
    Number(error.status) === 400 &&
    /temperature/i.test(messageOf(error))
  )
}

export function isTransient(kind: FaultKind): boolean {
  return TRANSIENT.includes(kind)
}

const TYPES: ReadonlyMap<string, number> = new Map([
  ['overloaded_error', 529],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['invalid_request_error', 400],
])

function statusOfType(error: { error?: unknown }): number {
  return TYPES.get(inner(error.error)?.type ?? '') ?? 500
}

interface InnerError {
  type?: string
  message?: string
}

/** The `error` object in an API error's body. */
function inner(body: unknown): InnerError | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  return typeof body.error === 'object' ? body.error : null
}

const MAX_WORDS = 2_000

function messageOf(error: { error?: unknown; message: string }): string {
  return (inner(error.error)?.message ?? error.message).slice(0, MAX_WORDS)
}

function causeOf(error: Error): string {
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : error.message
}

/**
 * The messages with which `fetch` reports a failed connection, and one closed before the answer
 * ended.
 */
const FETCH_WORDS: readonly string[] = ['fetch failed', 'terminated']

/** Codes of the system, undici, its parser, streams and TLS. */
const NETWORK_CODE =
  /^(?:E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOST[A-Z]+|NET[A-Z]+|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO)|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE|ERR_(?:TLS|SSL)_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT(?:_[A-Z_]+)?|UNABLE_TO_[A-Z_]+)$/

const MAX_CAUSES = 5

/** Returns whether the error or its cause is the network's. */
function isNetworkError(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof TypeError && FETCH_WORDS.includes(current.message)) return true
    if ('code' in current && NETWORK_CODE.test(String(current.code))) return true
    current = current.cause
  }
  return false
}

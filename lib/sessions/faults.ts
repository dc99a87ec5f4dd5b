import Anthropic from '@anthropic-ai/sdk'
import { settings } from '@/lib/settings'
import type { FaultKind, SessionFault } from './event'

/** What went wrong with a request to a model. */
export interface Fault {
  kind: FaultKind
  /** the server's words; empty: it had none */
  message: string
}

/** An answer that ended without an error before it was whole, as behind a proxy that was cut off. */
export class CutAnswer extends Error {
  override readonly name = 'CutAnswer'

  constructor(message = 'The connection was closed before the answer was whole.') {
    super(message)
  }
}

const INTERNAL: Fault = { kind: 'internal', message: '' }

/**
 * What an error of a request to a model means for a session. Never holds a key. One that is neither
 * the server's nor the network's is a mistake of ours, `internal`.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof Anthropic.APIConnectionError) {
    // The SDK blames the network for whatever `fetch` throws; only a timeout has no cause.
    const { cause } = error
    if (cause !== undefined && !isOfNetwork(cause)) return INTERNAL
    return { kind: 'connection', message: wordsOfCause(error) }
  }
  if (error instanceof Anthropic.APIError) return ofAnswer(error as ApiError)
  const isBroken =
    error instanceof CutAnswer ||
    error instanceof SyntaxError ||
    (error instanceof Anthropic.AnthropicError && !isMistake(error.cause)) ||
    isOfNetwork(error)
  return isBroken ? { kind: 'broken_stream', message: error.message.slice(0, MAX_WORDS) } : INTERNAL
}

/** Whether trying again may help: the server or the network had a bad moment. */
export const isTransient = (kind: FaultKind): boolean => TRANSIENT.includes(kind)

const TRANSIENT: readonly FaultKind[] = [
  'overloaded',
  'rate_limited',
  'server_error',
  'connection',
  'broken_stream',
]

/** Whether a server refused a request because its model takes no temperature. */
export const refusesTemperature = ({ kind, message }: Fault): boolean =>
  kind === 'request_refused' && /temperature/i.test(message)

/** A fault as a session's log has it, in the SDK's words with ours beside them. */
export function sessionFault(
  { kind, message }: Fault,
  retry: SessionFault['retry_status']['type'],
): SessionFault {
  return {
    type: TYPES[kind] ?? 'model_request_failed_error',
    kind,
    message: message || WORDS[kind],
    retry_status: { type: retry },
  }
}

const TYPES: Partial<Record<FaultKind, SessionFault['type']>> = {
  overloaded: 'model_overloaded_error',
  rate_limited: 'model_rate_limited_error',
  restarted: 'unknown_error',
  redacted: 'unknown_error',
  internal: 'unknown_error',
}

const WORDS: Record<FaultKind, string> = {
  overloaded: 'The model server is overloaded.',
  rate_limited: 'The model server asks to be asked less often.',
  authentication: 'The model server did not accept the key.',
  permission: 'The key does not allow this at the model server.',
  model_not_found: 'The model server does not know this model.',
  request_refused: 'The model server refused the request.',
  request_too_large: 'The conversation is too large for the model server.',
  server_error: 'The model server failed.',
  connection: 'The model server could not be reached.',
  broken_stream: 'The answer broke off.',
  restarted: 'The server was restarted in the middle of the run, or could not save it.',
  redacted: 'A text that the run was working on was redacted.',
  internal: 'Something went wrong in the server; its log has more.',
  context_full: 'The conversation does not fit into the model’s window.',
}

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

/** An error in the middle of a stream has no status, only one of these. */
const BY_TYPE: ReadonlyMap<string | null, FaultKind> = new Map([
  ['overloaded_error', 'overloaded'],
  ['rate_limit_error', 'rate_limited'],
  ['api_error', 'server_error'],
  ['authentication_error', 'authentication'],
  ['permission_error', 'permission'],
  ['not_found_error', 'model_not_found'],
  ['request_too_large', 'request_too_large'],
  ['invalid_request_error', 'request_refused'],
])

interface ApiError {
  /** none in the middle of a stream */
  status: unknown
  type: string | null
  apiMessage: string | null
  message: string
}

function ofAnswer(error: ApiError): Fault {
  const { status } = error
  const message = withoutKeys(error.apiMessage ?? error.message).slice(0, MAX_WORDS)
  const kind =
    typeof status === 'number'
      ? (BY_STATUS.get(status) ?? (status >= 500 ? 'server_error' : 'request_refused'))
      : (BY_TYPE.get(error.type) ?? 'server_error')
  const isTooLong = kind === 'request_refused' && TOO_LONG.test(message)
  return { kind: isTooLong ? 'context_full' : kind, message }
}

const MAX_WORDS = 2_000

/** Some servers repeat the key that they do not accept. */
function withoutKeys(words: string): string {
  const { apiKey, authToken } = settings().models
  return [apiKey, authToken].reduce<string>(
    (text, key) => (key ? text.replaceAll(key, '…') : text),
    words,
  )
}

/** Servers have words for it, and no code: the Messages API's, and those of servers like it. */
const TOO_LONG = /prompt is too long|context (length|window)|maximum context|exceeds? .*context/i

function wordsOfCause({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

const isMistake = (cause: unknown) =>
  !isOfNetwork(cause) &&
  [TypeError, RangeError, ReferenceError].some((type) => cause instanceof type)

/** How `fetch` says that there is no connection, or that it was closed. */
const FETCH_WORDS: readonly string[] = ['fetch failed', 'terminated']

/** Codes of the system, of undici and its parser, of streams and of TLS. */
const NETWORK_CODE =
  /^(?:E(?:CONN[A-Z]+|PIPE|TIMEDOUT|HOST[A-Z]+|NET[A-Z]+|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO)|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE|ERR_(?:TLS|SSL)_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT(?:_[A-Z_]+)?|UNABLE_TO_[A-Z_]+)$/

const MAX_CAUSES = 5

/** Whether an error, or what caused it, is the network's. */
function isOfNetwork(error: unknown, depth = 0): error is Error {
  if (!(error instanceof Error) || depth === MAX_CAUSES) return false
  if (error instanceof TypeError && FETCH_WORDS.includes(error.message)) return true
  if ('code' in error && NETWORK_CODE.test(String(error.code))) return true
  return isOfNetwork(error.cause, depth + 1)
}

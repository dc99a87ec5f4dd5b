import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { refusalOf } from '@/lib/db/faults'
import { causeOf, log, type LogFields } from '@/lib/log'
import type { Refusal, RefusalCode } from '@/lib/refusal'
import { countRefusedKey } from '@/lib/metrics/metrics'
import type { Env } from './kit'

/** Errors in the words of the wire: `{"type":"error","error":{"type","message"},"request_id"}`. */

interface OnWire {
  status: number
  /** where the status's own type is not it */
  type?: string
  /** which of the refusal's facts are sent */
  facts?: string[]
  headers?: Record<string, string>
}

/** How a refusal goes over the wire, where it is neither that something is not there nor a plain 400. */
const WIRE: Partial<Record<RefusalCode, OnWire>> = {
  path_conflict: {
    status: 409,
    type: 'memory_path_conflict_error',
    facts: ['conflicting_path', 'conflicting_memory_id'],
  },
  path_occupied: { status: 409, type: 'memory_precondition_failed' },
  precondition_failed: { status: 409, type: 'memory_precondition_failed_error' },
  changed_since_seen: { status: 409 },
  plan_changed: { status: 409 },
  store_changed: { status: 409 },
  session_busy: { status: 409 },
  run_lost: { status: 409 },
  not_waiting: { status: 409 },
  held_changed: { status: 409 },
  held: { status: 403, facts: ['held_write_id'] },
  refused_by_rules: { status: 403 },
  held_not_possible: { status: 409 },
  no_key: { status: 401 },
  bad_key: { status: 401 },
  may_not: { status: 403 },
  foreign_origin: { status: 403 },
  redaction_forbidden: { status: 403 },
  folder_not_allowed: { status: 403 },
  // A run of tests in a pipeline goes by these.
  model_gone: { status: 400, facts: ['code'] },
  moment_before_store: { status: 400, facts: ['code'] },
  unknown_host: { status: 421, type: 'permission_error' },
  too_large: { status: 413 },
  too_many_streams: { status: 429, headers: { 'retry-after': '5' } },
  database_fault: { status: 503, facts: ['kind'] },
  // Asking again changes nothing, which the SDKs would do with every 5xx.
  version_damaged: { status: 503, facts: ['version_id'], headers: { 'x-should-retry': 'false' } },
}

/** The status of HTTP by which a refusal is told. */
export const statusOf = (code: RefusalCode): number =>
  WIRE[code]?.status ?? (code.endsWith('_not_found') ? 404 : 400)

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
}

/** An answer that refuses. */
export function refuse(c: Context<Env>, status: number, message: string, fields: object = {}) {
  const error = { type: TYPES[status] ?? 'invalid_request_error', message, ...fields }
  return c.json({ type: 'error', error, request_id: c.var.requestId }, status as 400)
}

/** The answer to whatever a call threw. Faults of ours are logged, and told without what they met. */
export function refuseWith(error: unknown, c: Context<Env>): Response {
  const refusal = refusalOf(error)
  if (refusal) return refuseAs(c, refusal)
  if (error instanceof HTTPException) return refuse(c, error.status, `${error.message}.`)
  // Nobody hears it: the caller has left, and what worked for them was stopped.
  if (c.req.raw.signal.aborted) return refuse(c, 400, 'The caller left before it was answered.')
  return refuse(c, 500, faultWords(error, { request: c.var.requestId }))
}

/** What is told of a fault, without what it met: that stands in the log. */
export function faultWords(error: unknown, about: LogFields = {}): string {
  const refusal = refusalOf(error)
  log.error('a call failed', { ...about, ...causeOf(error) })
  return refusal?.message ?? 'Something went wrong in the server; its log has more.'
}

function refuseAs(c: Context<Env>, { code, message, facts }: Refusal): Response {
  const { type, facts: sent = [], headers = {} } = WIRE[code] ?? {}
  const status = statusOf(code)
  if (status >= 500)
    log.error('a call failed', { request: c.var.requestId, code, kind: facts.kind ?? null })
  if (code === 'bad_key') countRefusedKey()
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  const fields = Object.fromEntries(sent.map((name) => [name, { code, ...facts }[name] ?? null]))
  return refuse(c, status, message, { ...(type && { type }), ...fields })
}

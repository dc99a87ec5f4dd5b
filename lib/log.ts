import { databaseFaultOf } from './db/faults'
import { type LogLevel, settings } from './settings'

/** The log: one JSON object a line on standard error, without contents, paths of memories or keys. */

/** Numbers, booleans and ids. Never contents, paths of memories, or keys. */
export type LogFields = Record<string, string | number | boolean | null>

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

function write(level: LogLevel, message: string, fields: LogFields = {}): void {
  if (ORDER.indexOf(level) < ORDER.indexOf(settings().logLevel)) return
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })
  process.stderr.write(`${line}\n`)
}

export const log = {
  debug: (message: string, fields?: LogFields) => write('debug', message, fields),
  info: (message: string, fields?: LogFields) => write('info', message, fields),
  warn: (message: string, fields?: LogFields) => write('warn', message, fields),
  error: (message: string, fields?: LogFields) => write('error', message, fields),
}

/**
 * What is logged of a thrown value and its cause: name, code and where it was thrown, and the fault of the
 * database that it tells of. Never its message, which may quote data.
 */
export function causeOf(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { error: 'unknown' }
  const { fault = null, code: by = null } = databaseFaultOf(thrown) ?? {}
  const fields = { ...(fault && { fault, fault_code: by }), ...thrownAt(thrown) }
  if (!(thrown.cause instanceof Error)) return fields
  const { error, code = null, at } = thrownAt(thrown.cause)
  return { ...fields, cause: error ?? null, cause_code: code, cause_at: at ?? null }
}

const MAX_FRAMES = 12

function thrownAt(thrown: Error): LogFields {
  const [at = null, ...rest] = framesOf(thrown)
  const code: LogFields = 'code' in thrown ? { code: String(thrown.code) } : {}
  return { error: thrown.name, ...code, at, stack: rest.join('; ') }
}

/** The message comes first in a stack, and may hold lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return [...frames.matchAll(/^\s+at (.+)$/gm)].slice(0, MAX_FRAMES).map(([, at = '']) => at)
}

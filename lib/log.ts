import { settings, type LogLevel } from '@/lib/settings'

/** Numbers, booleans and ids. Never contents, paths of memories, or keys. */
export type LogFields = Record<string, string | number | boolean | null>

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

function write(level: LogLevel, message: string, fields: LogFields = {}): void {
  if (ORDER.indexOf(level) < ORDER.indexOf(settings().logLevel)) return
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })
  process.stderr.write(`${line}\n`)
}

/**
 * The fields that are logged of a thrown value and its causes: name, code and where it was thrown.
 * Never its message, which may quote data.
 */
export function causeOf(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { error: 'unknown' }
  const { cause } = thrown
  return {
    ...thrownAt(thrown),
    ...(cause instanceof Error
      ? Object.fromEntries(
          Object.entries(thrownAt(cause)).map(([key, value]) => [`cause_${key}`, value]),
        )
      : {}),
  }
}

const MAX_FRAMES = 12

function thrownAt(thrown: Error): LogFields {
  const frames = framesOf(thrown)
  return {
    error: thrown.name,
    ...('code' in thrown ? { code: String(thrown.code) } : {}),
    at: frames[0] ?? null,
    stack: frames.join('; '),
  }
}

/**
 * The stack's lines that name a location; the message comes first and may contain lines that look
 * like them.
 */
function framesOf({ stack = '', message }: Error): string[] {
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return [...frames.matchAll(/^\s+at (.+)$/gm)].slice(0, MAX_FRAMES).map(([, at = '']) => at)
}

/** The log: one JSON object per line on standard error, without contents or keys. */
export const log = {
  debug: (message: string, fields?: LogFields) => write('debug', message, fields),
  info: (message: string, fields?: LogFields) => write('info', message, fields),
  warn: (message: string, fields?: LogFields) => write('warn', message, fields),
  error: (message: string, fields?: LogFields) => write('error', message, fields),
}

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Numbers, booleans and short ids; never contents, paths or keys. */
export type LogFields = Record<string, string | number | boolean>

function write(level: Level, message: string, fields: LogFields = {}): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })
  process.stderr.write(`${line}\n`)
}

/** One JSON object a line, on standard error. */
export const log = {
  info: (message: string, fields?: LogFields) => write('info', message, fields),
  warn: (message: string, fields?: LogFields) => write('warn', message, fields),
  error: (message: string, fields?: LogFields) => write('error', message, fields),
}

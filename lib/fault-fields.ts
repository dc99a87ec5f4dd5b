import type { LogFields } from './log'

const MAX_FRAMES = 12

/**
 * What a log says of an error that should not have happened: what it is, its code, and where it was
 * thrown, for the error and what caused it. Not its message: that may quote contents or a key.
 */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const { cause } = error
  return {
    error: error.name,
    ...codeOf(error),
    stack: framesOf(error),
    ...(cause instanceof Error
      ? { cause: cause.name, ...codeOf(cause, 'causeCode'), causeStack: framesOf(cause) }
      : {}),
  }
}

function codeOf(error: Error, name = 'code'): LogFields {
  if (!('code' in error)) return {}
  const { code } = error
  return typeof code === 'string' || typeof code === 'number' ? { [name]: code } : {}
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
    .join('; ')
}

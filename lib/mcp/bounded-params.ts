import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Longest address, cursor or name, in UTF-8: a path whose every byte is escaped, and some more. */
export const MAX_PARAM_BYTES = 8_192

/** Longest argument of a prompt, which a person writes. */
const MAX_ARGUMENT_BYTES = 100_000

type Params = Readonly<Record<string, string | undefined>>

/** Refuses what is longer than any address, cursor or name; `params`: by their names. */
export function refuseLongParams(params: Params): void {
  refuseLonger(params, MAX_PARAM_BYTES)
}

/** Refuses arguments of a prompt that are too long, or too many. */
export function refuseLongArguments(params: Params): void {
  refuseLonger(params, MAX_ARGUMENT_BYTES)
}

function refuseLonger(params: Params, maximum: number): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || Buffer.byteLength(value) <= maximum) continue
    throw refusal(`${name.slice(0, 100)}: must be at most ${maximum} bytes long in UTF-8`)
  }
}

const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

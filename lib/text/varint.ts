/** Seven bits a byte, the lowest first; the high bit says that more follow. 2^53 - 1 takes eight bytes. */
export const MAX_VARINT_BYTES = 8

/**
 * Writes `value`, a whole number from 0 to 2^53 - 1, into `bytes` from `at` on.
 * Answers where it ends; the caller has seen to the room.
 */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let end = at
  let rest = value
  while (rest >= 0x80) {
    bytes[end++] = (rest % 0x80) + 0x80
    rest = Math.floor(rest / 0x80)
  }
  bytes[end++] = rest
  return end
}

/** The bytes that `writeVarint` takes for a value. */
export function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++
  return bytes
}

/** A place in bytes that reading moves on. */
export interface VarintCursor {
  at: number
}

/**
 * Reads the number at the cursor and moves it behind. Answers -1 when the bytes end inside of the number
 * or it is past 2^53 - 1: the caller knows best what is corrupt then.
 */
export function readVarint(bytes: Uint8Array, cursor: VarintCursor): number {
  let value = 0
  let scale = 1
  for (let read = 0; read < MAX_VARINT_BYTES; read++) {
    const byte = bytes[cursor.at++]
    if (byte === undefined) return -1
    if (byte < 0x80) {
      value += byte * scale
      return Number.isSafeInteger(value) ? value : -1
    }
    value += (byte - 0x80) * scale
    scale *= 0x80
  }
  return -1
}

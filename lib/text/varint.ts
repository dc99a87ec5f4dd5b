/** Seven bits per byte, the lowest first; the high bit means more follow. 2^53 - 1 takes eight bytes. */
export const MAX_VARINT_BYTES = 8

/**
 * Writes `value`, a whole number from 0 to 2^53 - 1, into `bytes` at `at`. Returns the offset
 * behind it; the caller must provide the room.
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

/** The number of bytes that `writeVarint` takes for a value. */
export function varintBytes(value: number): number {
  let bytes = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++
  return bytes
}

/** A read position in bytes. */
export interface VarintCursor {
  at: number
}

/**
 * Reads the number at the cursor and moves past it. Returns -1 when the bytes end inside the number
 * or it exceeds 2^53 - 1: the caller knows best what is corrupt then.
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

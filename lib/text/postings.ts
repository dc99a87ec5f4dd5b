/** Ascending numbers up to 2^53 as the varint-coded differences between them. */
export function encodePostings(ascending: readonly number[]): Buffer {
  const bytes: number[] = []
  let previous = 0
  for (const value of ascending) {
    let difference = value - previous
    previous = value
    while (difference >= 0x80) {
      bytes.push((difference % 0x80) | 0x80)
      difference = Math.floor(difference / 0x80)
    }
    bytes.push(difference)
  }
  return Buffer.from(bytes)
}

export function decodePostings(bytes: Uint8Array): number[] {
  const values: number[] = []
  let value = 0
  let difference = 0
  let scale = 1
  for (const byte of bytes) {
    difference += (byte & 0x7f) * scale
    if (byte >= 0x80) {
      scale *= 0x80
      continue
    }
    value += difference
    values.push(value)
    difference = 0
    scale = 1
  }
  return values
}

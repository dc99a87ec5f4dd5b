import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const INTER = readFileSync('app/fonts/inter.woff2')
const MONO = readFileSync('app/fonts/jetbrains-mono.woff2')

/** A known tag is given by its number (WOFF2, section 4.1): `cmap` is the first. */
const CMAP = 0
const UNKNOWN_TAG = 63
const TRANSFORMED = new Set([10, 11])

/** The characters of a WOFF2 font: its `cmap` of format 4. */
function charactersOf(font: Buffer): (character: string) => boolean {
  let at = 48
  const length = () => {
    let value = 0
    for (let byte = 0x80; byte & 0x80;) {
      byte = font.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
    }
    return value
  }
  let offset = 0
  let cmapAt = -1
  for (let left = font.readUInt16BE(12); left > 0; left--) {
    const flags = font.readUInt8(at++)
    const tag = flags & 63
    if (tag === UNKNOWN_TAG) at += 4
    const original = length()
    const isTransformed = TRANSFORMED.has(tag) ? flags >> 6 === 0 : flags >> 6 !== 0
    if (tag === CMAP) cmapAt = offset
    offset += isTransformed ? length() : original
  }
  const tables = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  const cmap = tables.subarray(cmapAt)
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  )
  const table = subtables.find((subtable) => subtable.readUInt16BE(0) === 4)
  if (!table) throw new Error('the font has no cmap of format 4')
  const size = table.readUInt16BE(6)
  const ranges = Array.from({ length: size / 2 }, (_, index) => ({
    to: table.readUInt16BE(14 + 2 * index),
    from: table.readUInt16BE(16 + size + 2 * index),
  }))
  return (character) => {
    const code = character.codePointAt(0) ?? 0
    return ranges.some(({ from, to }) => code >= from && code <= to)
  }
}

test('the fonts weigh at most 90 kB', () => {
  expect(INTER.length + MONO.length).toBeLessThanOrEqual(90_000)
})

test('the code font has what keeps columns straight: arrows, box drawing, blocks, check marks', () => {
  const has = charactersOf(MONO)
  const needed = [...'AzÄéßřŁő€–—“”…→←⇒✓✗─│┌┘├═║╭█▓░▌■□▲●○≤≥≠∞√∑']
  expect(needed.filter((character) => !has(character))).toEqual([])
  expect(has('한')).toBe(false)
})

test("the interface's font has the letters of the Latin languages", () => {
  const has = charactersOf(INTER)
  expect([...'AzÄéßřŁőñçãõ€–—“”„…→←✓−·'].filter((character) => !has(character))).toEqual([])
})

import { isUtf8 } from 'node:buffer'

/** A range of a text that says something else than it seems to, and what it says. */
export interface Disguise {
  from: number
  to: number
  text: string
}

/** Single signs with others between each two: `i g n o r e`, `i-g-n-o-r-e`. */
const SPACED = /(^|[\s.,_*"'(-])([^\s.,_*-](?:[ ._*-]{1,3}[^\s.,_*-](?=[\s.,_*"')-]|$)){5,400})/gm

/** Signs of a run whose first bytes tell whether they are words. */
const SAMPLE = 96

interface Encoding {
  pattern: RegExp
  /** the signs alone, which are decoded from each of `starts` */
  signsOf: (run: string) => string
  decode: (signs: string) => Buffer
  starts: readonly number[]
}

const ENCODINGS: readonly Encoding[] = [
  {
    pattern: /(?<![A-Za-z0-9+/_-])(?=[a-z0-9+/_-]{0,200}[A-Z])[A-Za-z0-9+/_-]{24,}={0,2}/g,
    signsOf: (run) => run,
    decode: (signs) => Buffer.from(signs, 'base64'),
    // A letter put before the run moves it by one place of four.
    starts: [0, 1, 2, 3],
  },
  {
    pattern: /(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){16,}/g,
    signsOf: (run) => run.replaceAll(/\\x|0x|[%,: ]/g, ''),
    decode: (signs) => Buffer.from(signs, 'hex'),
    starts: [0, 1],
  },
  {
    pattern: /(?:[01]{8}[ ,]?){8,}/g,
    signsOf: (run) => run.replaceAll(/[ ,]/g, ''),
    decode: (signs) =>
      Buffer.from((signs.match(/[01]{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2))),
    starts: [0],
  },
]

/** Spaced letters joined; base64, hex and binary decoded where words come out. */
export function disguisesIn(text: string): Disguise[] {
  return [...spacedIn(text), ...ENCODINGS.flatMap((encoding) => encodedIn(text, encoding))]
}

function spacedIn(text: string): Disguise[] {
  return [...text.matchAll(SPACED)].flatMap(({ index, 1: before = '', 2: run = '' }) => {
    const letters = run.replaceAll(/[ ._*-]/g, '')
    const from = index + before.length
    return /^\p{L}+$/u.test(letters) ? [{ from, to: from + run.length, text: letters }] : []
  })
}

function encodedIn(text: string, { pattern, signsOf, decode, starts }: Encoding): Disguise[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: run }) => {
    const signs = signsOf(run)
    const start = starts.find((each) => isProse(decode(signs.slice(each, each + SAMPLE))))
    if (start === undefined) return []
    const decoded = decode(signs.slice(start)).toString('utf8')
    return [{ from: index, to: index + run.length, text: decoded }]
  })
}

/** Letters and spaces, as in what people write. Other bytes, decoded, are noise. */
function isProse(bytes: Buffer): boolean {
  let letters = 0
  let hasSpace = false
  for (const byte of bytes) {
    if (byte < 9) return false
    if (isOfWords(byte)) letters++
    hasSpace ||= byte === 0x20
  }
  return hasSpace && letters >= bytes.length * 0.75 && isUtf8(wholeCharacters(bytes))
}

function isOfWords(byte: number): boolean {
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
  return isLetter || byte === 0x20 || byte >= 0x80
}

/** Without the character that the end cuts. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] ?? 0) >= 0x80 && bytes.length - end < 4) end--
  return bytes.subarray(0, end)
}

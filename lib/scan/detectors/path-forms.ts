/** One reading of a path, mapped back to the offsets of the path itself. */
export interface PathForm {
  text: string
  /** the offset in the path of an offset here */
  originalOf: (offset: number) => number
}

/** `%` and two hexadecimal digits, in a row: as addresses write what a name cannot hold. */
const ESCAPED = /(?:%[0-9a-f]{2})+/gi

/** Separators between the words of a name, where a sentence has a space. */
const SEPARATORS = /^[-\s_.+/\\~=]+$/

/** The same, a capital that begins a word as in `IgnoreAll`, or any other character. */
const SAID = /[-\s_.+/\\~=]+|(?<=\p{Ll})(?<capital>\p{Lu})|./gsu

/**
 * A path in the three ways in which it is read: as it is, with its escapes decoded, and as a
 * sentence, with spaces for what separates words in names. The first two keep keys and addresses
 * whole; the last shows instructions.
 */
export function pathForms(path: string): PathForm[] {
  const asIs = formOf([...path].map((text) => ({ text, length: text.length })))
  const decoded = formOf(decodedParts(path))
  const said = formOf(
    saidParts(decoded.text).map(({ text, from, to }) => ({
      text,
      length: decoded.originalOf(to) - decoded.originalOf(from),
    })),
  )
  return [asIs, ...(decoded.text === path ? [] : [decoded]), said]
}

/** A part of a form, and how many units of the path it stands for. */
interface Part {
  text: string
  length: number
}

function formOf(parts: readonly Part[]): PathForm {
  const offsets: number[] = []
  let there = 0
  for (const { text, length } of parts) {
    for (let unit = 0; unit < text.length; unit++) {
      offsets.push(there + (text.length === length ? unit : 0))
    }
    there += length
  }
  return {
    text: parts.map(({ text }) => text).join(''),
    originalOf: (offset) => offsets[offset] ?? there,
  }
}

function decodedParts(path: string): Part[] {
  const parts: Part[] = []
  let end = 0
  const addPlain = (to: number) =>
    parts.push(...Array.from(path.slice(end, to), (text) => ({ text, length: text.length })))
  for (const { index, 0: run } of path.matchAll(ESCAPED)) {
    addPlain(index)
    parts.push(...charactersOf(run))
    end = index + run.length
  }
  addPlain(path.length)
  return parts
}

/** The characters that a run of escapes stands for; bytes that are no UTF-8 are left escaped. */
function charactersOf(run: string): Part[] {
  try {
    return [...decodeURIComponent(run)].map((text) => ({
      text,
      length: Buffer.byteLength(text) * '%20'.length,
    }))
  } catch {
    return [{ text: run, length: run.length }]
  }
}

function saidParts(text: string): { text: string; from: number; to: number }[] {
  return [...text.matchAll(SAID)].flatMap(({ index, 0: part, groups: { capital } = {} }) => {
    const to = index + part.length
    if (capital === undefined) {
      return [{ text: SEPARATORS.test(part) ? ' ' : part, from: index, to }]
    }
    return [
      { text: ' ', from: index, to: index },
      { text: capital, from: index, to },
    ]
  })
}

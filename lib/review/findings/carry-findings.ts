import { PATH_LINE } from '@/lib/scan/finding'
import { commonLinesAside } from '@/lib/scan/line-pairs'

/** The lines that a finding is about, as it is stored. */
export interface FoundLines {
  fromLine: number
  toLine: number
  otherLine: number | null
}

/** The text of a version, and where the memory was; undefined: that is not known. */
export interface PlacedText {
  text: string
  path: string | undefined
}

/**
 * For each line of one version, from 1, where it is in another one; it may be nowhere. A path is
 * where it was as long as it is the same.
 */
export type LineMap = (line: number) => number | undefined

/** Maps the lines that two versions have in common, in their order. */
export async function lineMap(before: PlacedText, after: PlacedText): Promise<LineMap> {
  const isSamePath = before.path !== undefined && before.path === after.path
  if (before.text === after.text) {
    return (line) => (line === PATH_LINE && !isSamePath ? undefined : line)
  }
  const pairs = await commonLinesAside(before.text, after.text)
  const places = new Map(pairs.map((pair) => [pair.before, pair.after]))
  return (line) => {
    if (line === PATH_LINE) return isSamePath ? line : undefined
    const place = places.get(line - 1)
    return place === undefined ? undefined : place + 1
  }
}

/**
 * Maps a finding's lines to another text. Null if they do not all stand there, unbroken. A finding
 * about two lines that contradict each other goes with either.
 */
export function carriedLines(found: FoundLines, mapped: LineMap): FoundLines | null {
  const from = mapped(found.fromLine)
  if (from === undefined) return null
  for (let line = found.fromLine + 1; line <= found.toLine; line++) {
    if (mapped(line) !== from + line - found.fromLine) return null
  }
  const other = found.otherLine === null ? null : mapped(found.otherLine)
  if (other === undefined) return null
  return { fromLine: from, toLine: from + found.toLine - found.fromLine, otherLine: other }
}

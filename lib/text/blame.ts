import { splitLines } from './lines'
import { matchingLines } from './matching-lines'

/** A line: who wrote it, and who last brought it back after it was gone; null: nobody. */
export interface BlamedLine<Writer> {
  readonly writer: Writer
  /** its place among the lines of what its writer left, from 0 */
  readonly at: number
  readonly broughtBackBy: Writer | null
}

/** A text with its lines blamed: what the next version of it goes on from. */
export interface BlamedText<Writer> {
  texts: readonly string[]
  lines: readonly BlamedLine<Writer>[]
  /** lines that are gone, those that went last at the end */
  gone: readonly { text: string; line: BlamedLine<Writer> }[]
}

/** A version of a text, as its lines are blamed. */
export interface BlamedVersion<Writer> {
  content: string
  writer: Writer
  /** it restores or undoes: lines that come back stay with those who wrote them */
  bringsBack: boolean
}

/** Lines that went earlier than this many others are not known again when they are brought back. */
const MAX_GONE = 2_000

/**
 * Blames each line of a version, given the version before. A line keeps its writer as long as it
 * survives, in order, in each later version; a moved line counts as newly written. Of lines with the
 * same text a version that brings back takes the one that went last.
 */
export function blamedNext<Writer>(
  before: BlamedText<Writer> | null,
  { content, writer, bringsBack }: BlamedVersion<Writer>,
): BlamedText<Writer> {
  const texts = content === '' ? [] : splitLines(content)
  const kept = new Map<number, number>()
  for (const pair of matchingLines(before?.texts ?? [], texts)) kept.set(pair.after, pair.before)
  const comeBack = bringsBack && before ? comingBack(before.gone) : () => undefined
  const lines = texts.map((text, at): BlamedLine<Writer> => {
    const same = before?.lines[kept.get(at) ?? -1]
    if (same) return same
    const back = comeBack(text)
    return back ? { ...back, broughtBackBy: writer } : { writer, at, broughtBackBy: null }
  })
  return { texts, lines, gone: before ? goneAfter(before, new Set(kept.values())) : [] }
}

/** Gives lines back by their text, the one that went last first, each once. */
function comingBack<Writer>(
  gone: BlamedText<Writer>['gone'],
): (text: string) => BlamedLine<Writer> | undefined {
  const byText = new Map<string, BlamedLine<Writer>[]>()
  for (const { text, line } of gone) {
    const same = byText.get(text)
    if (same) same.push(line)
    else byText.set(text, [line])
  }
  return (text) => byText.get(text)?.pop()
}

/** Of equal lines the first counts as gone last, so that they come back in their order. */
function goneAfter<Writer>(
  { texts, lines, gone }: BlamedText<Writer>,
  kept: ReadonlySet<number>,
): BlamedText<Writer>['gone'] {
  const all = [...gone]
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (line && !kept.has(at)) all.push({ text: texts[at] ?? '', line })
  }
  return all.slice(-MAX_GONE)
}

import type { DiffLine } from '@/lib/text/text-diff'
import { maskedIn, withShortMasks } from '@/lib/text/masked-line'
import { foundColumns } from './found-columns'
import type { ShownFinding } from './found-in-memory'

/** A line of a hunk without what is secret in it, at the same length. */
export type MaskedLine = DiffLine & { isMasked: boolean }

/** Shorter secrets stand in too much that was not meant. */
const MIN_SECRET = 8

/**
 * The lines of a hunk with the secrets masked that were found in it, also where an unchanged or a
 * removed line says the same.
 */
export function maskedLines(
  lines: readonly DiffLine[],
  found: readonly ShownFinding[],
): MaskedLine[] {
  const secrets = found.filter(({ finding }) => finding.category === 'secret')
  if (secrets.length === 0) return lines.map((line) => ({ ...line, isMasked: false }))
  const ranges = lines.map((line) =>
    line.kind === 'added'
      ? secrets.flatMap(({ at }) => {
          const columns = foundColumns(at, line)
          return columns === null ? [] : [columns]
        })
      : [],
  )
  const texts = lines
    .flatMap((line, index) => ranges[index]?.map(([from, to]) => line.text.slice(from, to)) ?? [])
    .filter(({ length }) => length >= MIN_SECRET)
  return lines.map((line, index) => {
    let text = line.text
    for (const [from, to] of ranges[index] ?? []) text = maskedIn(text, from, to)
    for (const secret of texts) {
      const from = text.indexOf(secret)
      if (from !== -1) text = maskedIn(text, from, from + secret.length)
    }
    const isMasked = text !== line.text
    return line.kind === 'same' || !isMasked
      ? { ...line, text, isMasked }
      : { ...line, text, marks: [], isMasked }
  })
}

/** UTF-16 units of a quotation. */
const MAX_QUOTE = 120

/** The first line that a hunk added, or else removed, to recall it by; null: it has none. */
export function quoteOf(lines: readonly MaskedLine[]): string | null {
  const said = lines.filter(({ text }) => text.trim() !== '')
  const line =
    said.find(({ kind }) => kind === 'added') ?? said.find(({ kind }) => kind === 'removed')
  return line ? `“${withShortMasks(line.text.trim()).slice(0, MAX_QUOTE)}”` : null
}

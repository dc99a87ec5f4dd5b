import type { Database } from '@/lib/db/database'
import { PATH_LINE, type ScanFinding } from '@/lib/scan/finding'
import type { TextMask } from '@/lib/store/model/actor'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { groupedBy } from '@/lib/text/grouped-by'
import { splitLines } from '@/lib/text/lines'
import { versionPaths } from '../examining/version-paths'
import type { PolicyRule } from '../model/policy'
import { findingsOf } from '../policy/evaluate-policy'
import { categoryOf } from './read-findings'
import { findingsAt } from './sql/placed-findings'

/** The text that replaces a found range. */
const maskOf = ({ rule }: Pick<ScanFinding, 'rule'>) => `[masked: ${rule}]`

/** A text in which what these rules ask for is masked; ranges that overlap become one. */
export function maskedText(
  text: string,
  findings: readonly ScanFinding[],
  rules: readonly PolicyRule[],
): string {
  return withMasks(text, findingsForRules(findings, rules))
}

/** The masks that these rules put into a text, each once. */
export function masksFor(findings: readonly ScanFinding[], rules: readonly PolicyRule[]): string[] {
  return [...new Set(findingsForRules(findings, rules).map(maskOf))]
}

/** The texts that these rules ask for, each with what takes its place; the longest first. */
export function foundTexts(
  { path, text }: { path: string; text: string },
  findings: readonly ScanFinding[],
  rules: readonly PolicyRule[],
): TextMask[] {
  const asked = findingsForRules(findings, rules)
  const inPath = asked
    .filter(({ line }) => line === PATH_LINE)
    .map((finding) => ({
      text: path.slice(finding.fromColumn, finding.toColumn),
      mask: maskOf(finding),
    }))
  const inText = rangesOf(text, asked).map(({ from, to, mask }) => ({
    text: text.slice(from, to),
    mask,
  }))
  const isLong = (each: TextMask) => each.text.length >= MIN_CHARACTERS
  return [...inPath, ...inText]
    .filter(isLong)
    .toSorted((one, other) => other.text.length - one.text.length)
}

/** Shorter texts stand in too much that was not meant. */
const MIN_CHARACTERS = 4

/** A text without what was found elsewhere. */
export function withoutTexts(text: string, masks: readonly TextMask[]): string {
  return masks.reduce((left, each) => left.replaceAll(each.text, () => each.mask), text)
}

/** The findings that any of these rules asks for. */
export function findingsForRules(
  findings: readonly ScanFinding[],
  rules: readonly PolicyRule[],
): readonly ScanFinding[] {
  return findings.filter((finding) => {
    const category = categoryOf(finding)
    if (category === null) return false
    const known = { category, severity: finding.severity }
    return rules.some((rule) => findingsOf(rule, [known]).length > 0)
  })
}

interface Range {
  from: number
  to: number
  mask: string
}

/** A text with all of these findings masked. */
function withMasks(text: string, findings: readonly ScanFinding[]): string {
  let masked = ''
  let end = 0
  for (const { from, to, mask } of rangesOf(text, findings)) {
    if (from >= end) masked += text.slice(end, from) + mask
    end = Math.max(end, to)
  }
  return masked + text.slice(end)
}

/** The ranges of the findings in a text, in its order; those in the path are left out. */
function rangesOf(text: string, findings: readonly ScanFinding[]): Range[] {
  const starts = lineStarts(text)
  const at = (line: number, column: number) =>
    Math.min(text.length, (starts[line - 1] ?? text.length) + column)
  return findings
    .filter(({ line }) => line !== PATH_LINE)
    .map((finding) => ({
      from: at(finding.line, finding.fromColumn),
      to: at(finding.toLine, finding.toColumn),
      mask: maskOf(finding),
    }))
    .toSorted((one, other) => one.from - other.from)
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * The texts that were found, over all of their lines, by the findings' ids, as they stand in the newest
 * version that is known to have them; without those that a redaction took.
 */
export function textsOfFindings(
  db: Database,
  findingIds: readonly string[],
): Promise<Map<string, string>> {
  return quoted(db, findingIds, (lines, { fromColumn, toColumn }) => {
    const last = lines.at(-1)?.slice(0, toColumn) ?? ''
    return [...lines.slice(0, -1), last].join('\n').slice(fromColumn)
  })
}

/**
 * The lines in which these findings begin, or the paths that they are in, by the findings' ids, as
 * they stand in the newest version that is known to have them; without those that a redaction took.
 */
export function foundLines(
  db: Database,
  findingIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  return quoted(db, findingIds, ([first = '']) => first, signal)
}

/** Quotes each finding's lines, or the path that it is in, where they still stand. */
async function quoted(
  db: Database,
  findingIds: readonly string[],
  quote: (lines: readonly string[], at: { fromColumn: number; toColumn: number }) => string,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const quotes = new Map<string, string>()
  if (findingIds.length === 0) return quotes
  const rows = await findingsAt(db.read, findingIds)
  for (const [storeKey, found] of groupedBy(rows, (row) => row.storeKey)) {
    const sequences = [...new Set(found.map(({ sequence }) => sequence))]
    const texts = await versionTexts(db, { storeKey, sequences, signal })
    const textLines = new Map([...texts].map(([sequence, text]) => [sequence, splitLines(text)]))
    const inPath = found.filter((row) => row.fromLine === PATH_LINE)
    const paths = await versionPaths(
      db.read,
      storeKey,
      inPath.map(({ sequence }) => sequence),
    )
    const pathLines = new Map([...paths].map(([sequence, path]) => [sequence, [path]]))
    for (const row of found) {
      const { id, sequence, fromLine, toLine } = row
      const lines =
        fromLine === PATH_LINE
          ? pathLines.get(sequence)
          : textLines.get(sequence)?.slice(fromLine - 1, toLine)
      if (lines && lines.length > 0) quotes.set(id, quote(lines, row))
    }
  }
  return quotes
}

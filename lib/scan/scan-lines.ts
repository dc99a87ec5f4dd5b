import { hiddenCharacters } from './detectors/hidden-characters'
import { instructions } from './detectors/instructions'
import { personalData } from './detectors/personal-data'
import {
  type FoundRange,
  positionAt,
  type ScannedText,
  scannedText,
} from './detectors/scanned-text'
import { secrets } from './detectors/secrets'
import type { ScanFinding, ScanInput } from './finding'
import { SCAN_RULES } from './rules'

const DETECTORS: readonly ((scanned: ScannedText) => FoundRange[])[] = [
  secrets,
  personalData,
  instructions,
  hiddenCharacters,
]

/** More findings than this in one change say nothing more, and would fill the database. */
export const MOST_FINDINGS = 200

/**
 * What the rules find in lines that a change added, in the order of the text; at most
 * `MOST_FINDINGS`, the most severe first kept. Nothing in the lines can switch a rule off. Its time
 * grows with the length of the lines, however they are made, but some 100 KB can take longer than a
 * serving thread may be held: `scanner.ts` runs it in a thread of its own.
 */
export function scanLines({ lines }: ScanInput): ScanFinding[] {
  if (lines.length === 0) return []
  const scanned = scannedText(lines)
  const found = DETECTORS.flatMap((detect) => detect(scanned)).flatMap((range) =>
    findingOf(scanned, range),
  )
  const kept = found.length > MOST_FINDINGS ? mostSevere(found) : found
  return kept.sort(
    (one, other) =>
      one.line - other.line ||
      one.fromColumn - other.fromColumn ||
      one.rule.localeCompare(other.rule),
  )
}

function findingOf(scanned: ScannedText, { rule, from, to, severity }: FoundRange): ScanFinding[] {
  const start = positionAt(scanned, from)
  const end = positionAt(scanned, to)
  if (!start || !end || to <= from) return []
  const facts = SCAN_RULES[rule]
  return [
    {
      rule,
      category: facts.category,
      severity: severity ?? facts.severity,
      line: start.line,
      fromColumn: start.column,
      toLine: end.line,
      toColumn: end.column,
    },
  ]
}

const ORDER = { critical: 0, high: 1, medium: 2, low: 3 } as const

function mostSevere(found: readonly ScanFinding[]): ScanFinding[] {
  return found
    .toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity])
    .slice(0, MOST_FINDINGS)
}

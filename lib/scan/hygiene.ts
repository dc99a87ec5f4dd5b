import { memoryLinks } from '@/lib/text/memory-links'
import { pastDates } from '@/lib/text/past-dates'
import type { AddedLine, ScanFinding } from './finding'
import { SCAN_RULES, type ScanRule } from './rules'

export interface HygieneInput {
  /** the memory's path */
  path: string
  lines: readonly AddedLine[]
  /** whether a live memory is at a path of the store */
  exists: (path: string) => boolean
  /** milliseconds since 1970 */
  now: number
}

/**
 * Finds what makes lines age badly: links to memories that are not there, and expiry dates that
 * have passed. Unlike `scanLines` it depends on the store and on the day, and has to be run again.
 */
export function hygieneFindings({ path, lines, exists, now }: HygieneInput): ScanFinding[] {
  return lines.flatMap(({ number, text }) => {
    const dead = memoryLinks(path, text).filter(({ paths }) => !paths.some(exists))
    return [
      ...dead.map(({ from, to }) => findingOn('dead_link', number, from, to)),
      ...pastDates(text, now).map(({ from, to }) => findingOn('past_date', number, from, to)),
    ]
  })
}

function findingOn(
  rule: ScanRule,
  line: number,
  fromColumn: number,
  toColumn: number,
): ScanFinding {
  return { rule, ...SCAN_RULES[rule], line, fromColumn, toLine: line, toColumn }
}

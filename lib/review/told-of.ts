import type { ScanFinding } from '@/lib/scan/finding'
import { mostDistinctive } from '@/lib/scan/most-distinctive'
import type { ScanOutcome } from '@/lib/scan/scanner'

/** More findings than this of one change say nothing more, and would fill the database. */
const MAX_TOLD = 200

/** What people are told of a scan: the gravest of what it found, also where there was too much. */
export function toldOf(outcome: ScanOutcome): ScanFinding[] {
  if (outcome.state === 'unscanned' && outcome.reason !== 'too_much') return []
  return mostDistinctive(outcome.findings, MAX_TOLD)
}

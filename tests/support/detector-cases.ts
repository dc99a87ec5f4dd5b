import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { scanLines } from '@/lib/scan/scan-lines'
import type { ScanFinding } from '@/lib/scan/finding'
import { splitLines } from '@/lib/text/lines'

/** A text of a public set, and whether a detector should find something in it. */
export interface DetectorCase {
  id: string
  source: string
  category: string
  /** whether something should be found */
  bad: boolean
  text: string
}

/** The labelled cases in tests/fixtures, with their licences beside them. */
export function detectorCases(): DetectorCase[] {
  const packed = readFileSync(path.resolve('tests/fixtures/detector-cases.jsonl.gz'))
  return gunzipSync(packed)
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DetectorCase)
}

/** Returns the findings in a text of which every line was added. */
export function findingsIn(text: string): ScanFinding[] {
  const lines = splitLines(text).map((line, index) => ({ number: index + 1, text: line }))
  return scanLines({ path: null, lines }).findings
}

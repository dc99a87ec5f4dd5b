import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Flag } from '@/lib/scan/flag'
import { scanText } from '@/lib/scan/scan-text'

/** A text of a public set, and whether a detector should find something in it. */
interface DetectorCase {
  id: string
  category: string
  bad: boolean
  text: string
}

const rowsOf = (lines: string): unknown[] =>
  lines
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

/** The labelled cases of public sets, with their licences beside them. */
export const detectorCases = (): DetectorCase[] =>
  rowsOf(
    gunzipSync(readFileSync('tests/fixtures/detector-cases.jsonl.gz')).toString(),
  ) as DetectorCase[]

/**
 * Our own: what a memory says that speaks to the model instead of informing it, by what it wants, and
 * what looks like it and is harmless (`aim` null). Most were written before the patterns that find them.
 */
export const instructionCases = () =>
  rowsOf(readFileSync('tests/fixtures/instruction-cases.jsonl', 'utf8')) as {
    aim: string | null
    text: string
  }[]

/** What is found in a text. */
export const flagsIn = (content: string): readonly Flag[] =>
  scanText({ path: '/a.md', content }).found

/** The same, by rule and the words that were found. */
export const wordsIn = (line: string): (readonly [string, string])[] =>
  flagsIn(line).map(
    ({ rule, fromColumn, toColumn }) => [rule, line.slice(fromColumn, toColumn)] as const,
  )

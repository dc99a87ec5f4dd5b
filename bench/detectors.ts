import { type AddedLine, type ScanFinding } from '@/lib/scan/finding'
import { scanLines } from '@/lib/scan/scan-lines'
import { Scanner } from '@/lib/scan/scanner'
import { splitLines } from '@/lib/text/lines'
import { textDiff } from '@/lib/text/text-diff'
import { prepare, scanner } from '@/scripts/prepare.mjs'
import {
  HARMLESS,
  INSTRUCTIONS,
  LATER_HARMLESS,
  LATER_INSTRUCTIONS,
} from '@/tests/fixtures/instruction-cases'
import { ADVERSARIAL_TEXTS, PLAIN_TEXT } from '@/tests/support/adversarial-texts'
import { type DetectorCase, detectorCases, findingsIn } from '@/tests/support/detector-cases'
import { REAL_HISTORY } from '@/tests/support/real-history'
import { realChanges } from './history'
import { clocked, processorMs, turns } from './measure'
import { part } from './part'
import { median, percentile, type Row, rowOf, short, toldRows } from './row'

/** Longer than any scan takes, so that each is measured. */
const PATIENT = { caller: 'bench', deadlineMs: 60_000 }

/**
 * Measures the detectors: on labelled cases, on a real agent's writes (what they flag, and the time
 * for the lines that each write added), and on texts made to keep them busy.
 */
export const detectorsPart = part(
  { moments: [REAL_HISTORY.moments, 20], bytes: [100_000, 1_000], rounds: [7, 1] },
  async ({ moments, bytes, rounds }, ground) => {
    await prepare(scanner)
    const starting = performance.now()
    const thread = ground.keep(new Scanner(), (each) => each.stop())
    await thread.scan({ path: '/', lines: [{ number: 1, text: 'first' }] }, PATIENT)
    const started = `the thread starts in ${(performance.now() - starting).toFixed(0)} ms`
    const scan = clocked((write: Write) => thread.scan(write, PATIENT))
    return [
      ...labelledRows(),
      ...(await historyRows(moments, scan, started)),
      await adversarialRow(bytes, rounds, scan),
    ]
  },
)

const isInstruction = ({ category }: ScanFinding) => category === 'instructions'
const isSecret = ({ category }: ScanFinding) => category === 'secret'

/** Sets of public cases by their category, and the findings that are meant by them. */
const SETS: readonly [name: string, category: string, isMeant: (each: ScanFinding) => boolean][] = [
  [
    'secrets of known providers (secretlint)',
    'secret',
    (each) => isSecret(each) && each.severity !== 'low',
  ],
  ['the same, what is called a secret and looks random included', 'secret', isSecret],
  [
    'secrets and personal data (Agent Memory Guard)',
    'sensitive_data',
    (each) => isSecret(each) || each.category === 'personal_data',
  ],
  ['instructions (Agent Memory Guard)', 'prompt_injection', isInstruction],
  ['instructions that stay (Agent Memory Guard)', 'memory_persistence', isInstruction],
  ['changed goals (Agent Memory Guard)', 'protected_key', isInstruction],
  ['indirect instructions (CyberSecEval)', 'indirect_injection', isInstruction],
  ['plain tasks, which no pattern tells from a wish (BIPIA)', 'plain_language_task', isInstruction],
  ['what is harmless (Agent Memory Guard)', 'benign', isInstruction],
]

type Case = Pick<DetectorCase, 'id' | 'text' | 'bad'>

function labelledRows(): Row[] {
  const cases = detectorCases()
  return [
    ...SETS.map(([name, category, isMeant]) => {
      const ofSet = cases.filter((each) => each.category === category)
      return labelledRow(name, ofSet, isMeant)
    }),
    // Our own: those that were written before the patterns, and those that were written after.
    labelledRow('instructions (ours)', ours(INSTRUCTIONS, HARMLESS), isInstruction),
    labelledRow('the same, later', ours(LATER_INSTRUCTIONS, LATER_HARMLESS), isInstruction),
  ]
}

const ours = (
  instructions: readonly (readonly [string, string])[],
  harmless: readonly string[],
): Case[] => [
  ...instructions.map(([id, text]) => ({ id, text, bad: true })),
  ...harmless.map((text) => ({ id: text, text, bad: false })),
]

function labelledRow(
  name: string,
  cases: readonly Case[],
  isMeant: (each: ScanFinding) => boolean,
): Row {
  const told = (label: string, isBad: boolean) => {
    const all = cases.filter(({ bad }) => bad === isBad)
    const flagged = all.filter(({ text }) => findingsIn(text).some(isMeant))
    if (all.length === 0) return []
    const which = isBad
      ? `${Math.round((flagged.length / all.length) * 100)} %`
      : flagged.map(({ id }) => id.replace('secretlint/secretlint-rule-', '')).join(', ')
    return [`${label} ${flagged.length} of ${all.length}${which && ` (${which})`}`]
  }
  const notes = [...told('found', true), ...told('false alarms', false)]
  return { group: 'labelled cases', name, note: notes.join('; ') }
}

interface Write {
  path: string | null
  lines: AddedLine[]
}

type Scan = (write: Write) => Promise<number>

async function historyRows(moments: number, scan: Scan, started: string): Promise<Row[]> {
  const writes = writesOf(moments)
  const group = `a real agent’s history, ${writes.length} writes`
  const times: number[] = []
  const processor: number[] = []
  const found = writes.map((write) => {
    const used = processorMs()
    const start = performance.now()
    const { findings } = scanLines(write)
    times.push(performance.now() - start)
    processor.push(processorMs() - used)
    return findings
  })
  const inThread: number[] = []
  for (const write of writes) inThread.push(await scan(write))
  const flaggedBy = (isMeant: (each: ScanFinding) => boolean) =>
    found.filter((findings) => findings.some(isMeant)).length
  const byCategory: Record<string, string> = {}
  for (const category of ['secret', 'instructions', 'personal_data', 'hidden'] as const) {
    const flagged = flaggedBy((each) => each.category === category)
    byCategory[`flagged: ${category.replace('_', ' ')}`] =
      `${flagged}, by rule: ${rulesOf(found, category)}`
  }
  const row = (name: string, times: readonly number[], ...notes: string[]) =>
    rowOf(group, name, [[{ times }]], {
      notes: [`slowest ${short(Math.max(...times))} ms`, ...notes],
    })
  return [
    ...toldRows(group, {
      'flagged by instructions and secrets together': `${flaggedBy((each) => isInstruction(each) || isSecret(each))} (aim: at most 2)`,
      ...byCategory,
    }),
    row('the added lines of a write scanned', times, 'aim p50 1, p99 50'),
    row('of that the processor’s time, which a busy machine does not stretch', processor),
    row('the same in the thread, there and back', inThread, started),
  ]
}

function rulesOf(found: readonly ScanFinding[][], category: ScanFinding['category']): string {
  const counts = new Map<string, number>()
  for (const { rule } of found.flat().filter((each) => each.category === category)) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'none'
}

/** Measures the time for each text in the warm thread: the median of the rounds. */
async function adversarialRow(bytes: number, rounds: number, scan: Scan): Promise<Row> {
  const texts = [PLAIN_TEXT, ...ADVERSARIAL_TEXTS].map(({ name, text }) => ({
    name,
    lines: splitLines(text(bytes)).map((line, index) => ({ number: index + 1, text: line })),
  }))
  for (const { lines } of texts) await scan({ path: null, lines })
  const measured = await turns(texts, rounds, ({ lines }) => scan({ path: null, lines }))
  const [plain = 0, ...all] = measured.map(({ figures }) => median(figures))
  const slowest = measured
    .slice(1)
    .map(({ name, figures }) => ({ name, ms: median(figures) }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`)
  const group = `texts made to keep detectors busy, ${all.length} kinds of ${bytes} bytes, in the thread`
  const times = (percentile(all, 0.95) / plain).toFixed(1)
  return rowOf(group, 'one of them', [[{ times: all }]], {
    aim: 50,
    notes: [`${times} times as long as plain words`, `slowest ${slowest.join(', ')}`],
  })
}

/** The writes of the history, each with the lines that it added. */
function writesOf(moments: number): Write[] {
  const heads = new Map<string, string>()
  return realChanges(moments).flatMap(({ op, path, from, content }) => {
    const before = heads.get(from ?? path) ?? ''
    if (from) heads.delete(from)
    if (op === 'delete') heads.delete(path)
    else heads.set(path, content ?? before)
    return op === 'write' && content !== undefined
      ? [{ path, lines: addedLines(before, content) }]
      : []
  })
}

function addedLines(before: string, after: string): AddedLine[] {
  return textDiff(before, after, 0)
    .hunks.flatMap(({ lines }) => lines)
    .flatMap((line) => (line.kind === 'added' ? [{ number: line.after, text: line.text }] : []))
}

import { readFileSync } from 'node:fs'
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
import {
  ADVERSARIAL_TEXTS,
  type AdversarialText,
  PLAIN_TEXT,
} from '@/tests/support/adversarial-texts'
import { type DetectorCase, detectorCases, findingsIn } from '@/tests/support/detector-cases'
import { REAL_HISTORY, realHistoryFile } from '@/tests/support/real-history'
import { percentile, type Row } from './measure'
import { part } from './part'

/** Longer than any scan takes, so that each is measured. */
const PATIENT = { caller: 'bench', deadlineMs: 60_000 }

/**
 * What the detectors find in labelled cases, what they flag of a real agent's writes, how long they
 * take for the lines that each write added, and for texts that are made to keep them busy.
 */
export const detectorsPart = part<{ moments: number; bytes: number; times: number }>(
  {
    full: { moments: REAL_HISTORY.moments, bytes: 100_000, times: 7 },
    smoke: { moments: 20, bytes: 1_000, times: 1 },
  },
  async ({ moments, bytes, times }) => [
    ...labelledRows(),
    ...ownRows(),
    ...(await historyRows(moments)),
    ...(await adversarialRows(bytes, times)),
  ],
)

/** Sets of cases, and the findings that are meant by them. */
const SETS: readonly { name: string; category: string; isMeant: (each: ScanFinding) => boolean }[] =
  [
    {
      name: 'secrets of known providers (secretlint)',
      category: 'secret',
      isMeant: ({ category, severity }) => category === 'secret' && severity !== 'low',
    },
    {
      name: 'the same, what is called a secret and looks random included',
      category: 'secret',
      isMeant: ({ category }) => category === 'secret',
    },
    {
      name: 'secrets and personal data (Agent Memory Guard)',
      category: 'sensitive_data',
      isMeant: ({ category }) => category === 'secret' || category === 'personal_data',
    },
    ...[
      ['instructions (Agent Memory Guard)', 'prompt_injection'],
      ['instructions that stay (Agent Memory Guard)', 'memory_persistence'],
      ['changed goals (Agent Memory Guard)', 'protected_key'],
      ['indirect instructions (CyberSecEval)', 'indirect_injection'],
      ['plain tasks, which no pattern tells from a wish (BIPIA)', 'plain_language_task'],
      ['what is harmless (Agent Memory Guard)', 'benign'],
    ].map(([name = '', category = '']) => ({
      name,
      category,
      isMeant: (each: ScanFinding) => each.category === 'instructions',
    })),
  ]

function labelledRows(): Row[] {
  const cases = detectorCases()
  return SETS.map(({ name, category, isMeant }) => {
    const ofSet = cases.filter((each) => each.category === category)
    const flagged = (bad: boolean) => {
      const all = ofSet.filter((each) => each.bad === bad)
      return { all: all.length, flagged: all.filter(({ text }) => findingsIn(text).some(isMeant)) }
    }
    return {
      group: 'labelled cases',
      name,
      note: [foundOf(flagged(true)), alarmsOf(flagged(false))].filter(Boolean).join('; '),
    }
  })
}

/** Our own texts: those that were written before the patterns, and those that were written after. */
function ownRows(): Row[] {
  const isFlagged = (text: string) =>
    findingsIn(text).some(({ category }) => category === 'instructions')
  return [
    { name: 'instructions (ours)', instructions: INSTRUCTIONS, harmless: HARMLESS },
    { name: 'the same, later', instructions: LATER_INSTRUCTIONS, harmless: LATER_HARMLESS },
  ].map(({ name, instructions, harmless }) => {
    const found = instructions.filter(([, text]) => isFlagged(text)).length
    const alarms = harmless.filter(isFlagged).length
    return {
      group: 'labelled cases',
      name,
      note: `found ${found} of ${instructions.length}; false alarms ${alarms} of ${harmless.length}`,
    }
  })
}

interface Flagged {
  all: number
  flagged: readonly DetectorCase[]
}

function foundOf({ all, flagged }: Flagged): string {
  if (all === 0) return ''
  return `found ${flagged.length} of ${all} (${Math.round((flagged.length / all) * 100)} %)`
}

function alarmsOf({ all, flagged }: Flagged): string {
  if (all === 0) return ''
  const which = flagged.map(({ id }) => id.replace('secretlint/secretlint-rule-', '')).join(', ')
  return `false alarms ${flagged.length} of ${all}${which && ` (${which})`}`
}

interface Write {
  path: string
  lines: AddedLine[]
}

async function historyRows(moments: number): Promise<Row[]> {
  const writes = writesOf(moments)
  const group = `a real agent’s history, ${writes.length} writes`
  const times: number[] = []
  const processor: number[] = []
  const found = writes.map((write) => {
    const used = process.cpuUsage()
    const start = performance.now()
    const { findings } = scanLines(write)
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1000)
    return findings
  })
  const flaggedBy = (isMeant: (each: ScanFinding) => boolean) =>
    found.filter((findings) => findings.some(isMeant)).length
  const categories = ['secret', 'instructions', 'personal_data', 'hidden'] as const
  return [
    {
      group,
      name: 'flagged by instructions and secrets together',
      note: `${flaggedBy(({ category }) => category === 'instructions' || category === 'secret')} (aim: at most 2)`,
    },
    ...categories.map((category) => ({
      group,
      name: `flagged: ${category.replace('_', ' ')}`,
      note: `${flaggedBy((each) => each.category === category)}, by rule: ${rulesOf(found, category)}`,
    })),
    {
      group,
      name: 'the added lines of a write scanned',
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      note: `slowest ${Math.max(...times).toFixed(1)} ms; aim p50 1, p99 50`,
    },
    {
      group,
      name: 'of that the processor’s time, which a busy machine does not stretch',
      p50: percentile(processor, 0.5),
      p99: percentile(processor, 0.99),
    },
    { group, name: 'the same in the thread, there and back', ...(await threadTimes(writes)) },
  ]
}

function rulesOf(found: readonly ScanFinding[][], category: ScanFinding['category']): string {
  const counts = new Map<string, number>()
  for (const { rule } of found.flat().filter((each) => each.category === category)) {
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ') || 'none'
}

async function threadTimes(writes: readonly Write[]): Promise<Partial<Row>> {
  await prepare(scanner)
  const thread = new Scanner()
  const first = performance.now()
  await thread.scan({ path: '/', lines: [{ number: 1, text: 'first' }] }, PATIENT)
  const started = performance.now() - first
  const times: number[] = []
  for (const write of writes) {
    const start = performance.now()
    await thread.scan(write, PATIENT)
    times.push(performance.now() - start)
  }
  await thread.stop()
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    note: `slowest ${Math.max(...times).toFixed(1)} ms; the thread starts in ${started.toFixed(0)} ms`,
  }
}

/** How long each text takes in the thread, once it is warm: the median of some times. */
async function adversarialRows(bytes: number, times: number): Promise<Row[]> {
  await prepare(scanner)
  const thread = new Scanner()
  const took = async ({ text }: AdversarialText) => {
    const lines = splitLines(text(bytes)).map((line, index) => ({ number: index + 1, text: line }))
    const each: number[] = []
    for (let time = 0; time < times; time++) {
      const start = performance.now()
      await thread.scan({ path: null, lines }, PATIENT)
      each.push(performance.now() - start)
    }
    return percentile(each, 0.5)
  }
  for (const each of ADVERSARIAL_TEXTS) await took(each)
  const plain = await took(PLAIN_TEXT)
  const rows: { name: string; ms: number }[] = []
  for (const each of ADVERSARIAL_TEXTS) rows.push({ name: each.name, ms: await took(each) })
  await thread.stop()
  const all = rows.map(({ ms }) => ms)
  const p95 = percentile(all, 0.95)
  const slowest = rows
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 5)
    .map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`)
  return [
    {
      group: `texts made to keep detectors busy, ${rows.length} kinds of ${bytes} bytes, in the thread`,
      name: 'one of them',
      p50: percentile(all, 0.5),
      p99: percentile(all, 0.99),
      note: `p95 ${p95.toFixed(1)} ms (aim 50), ${(p95 / plain).toFixed(1)} times as long as plain words; slowest ${slowest.join(', ')}`,
    },
  ]
}

interface Change {
  op: 'write' | 'rename' | 'delete'
  path: string
  from?: string
  content?: string
}

/** The writes of the history, each with the lines that it added. */
function writesOf(moments: number): Write[] {
  const history = realHistoryFile(moments)
  const changes = readFileSync(history.file, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as { changes: Change[] }).changes)
  history.discard()
  const heads = new Map<string, string>()
  return changes.flatMap(({ op, path, from, content }) => {
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

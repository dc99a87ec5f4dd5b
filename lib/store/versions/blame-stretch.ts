import { type BlamedLine, goneFrom } from '@/lib/text/blame'
import { readVarint, varintBytes, writeVarint } from '@/lib/text/varint'

/**
 * The writers of a memory's lines across versions in a row, as it is kept: the lines before the first
 * by their writers and places, then for each version which runs of the lines before it kept, which it
 * wrote, and which it brought back. No text is in it.
 */

/** Versions of a stretch, if they are not large. */
export const VERSIONS_PER_STRETCH = 64

/** A version that wrote lines, as blame tells of it. */
export interface LineWriter {
  sequence: number
  /** the version before it whose text is readable; 0: none */
  before: number
  /** how many lines it wrote, blank ones left out */
  wrote: number
  /** whether an earlier version, redacted since or damaged, may already have written them */
  isOrEarlier: boolean
}

export type WrittenLine = BlamedLine<LineWriter>

/** The writers of a memory's lines after a version. */
export interface BlameState {
  /** the newest version with a readable text, whose lines they are; 0: none */
  textSequence: number
  /** the newest version with a text, which may be damaged; 0: none */
  shownSequence: number
  /** whether a version since the last readable one is redacted or damaged */
  isUnreadSince: boolean
  /** whether any is */
  isSomeUnread: boolean
  lines: readonly WrittenLine[]
}

/** Before the first version. */
export const NO_LINES: BlameState = {
  textSequence: 0,
  shownSequence: 0,
  isUnreadSince: false,
  isSomeUnread: false,
  lines: [],
}

/** A step from one version to the next that matters: those that delete the memory do not. */
export type BlameStep =
  | { kind: 'emptied' | 'damaged'; sequence: number }
  | { kind: 'text'; writer: LineWriter; lines: readonly WrittenLine[] }

/** The state after a step. */
export function stateAfter(state: BlameState, step: BlameStep): BlameState {
  if (step.kind === 'text') {
    const { sequence } = step.writer
    return {
      textSequence: sequence,
      shownSequence: sequence,
      isUnreadSince: false,
      isSomeUnread: state.isSomeUnread,
      lines: step.lines,
    }
  }
  const shownSequence = step.kind === 'damaged' ? step.sequence : state.shownSequence
  return { ...state, shownSequence, isUnreadSince: true, isSomeUnread: true }
}

/** A stretch as it is stored. */
export interface StoredStretch {
  lines: Uint8Array
  edits: Uint8Array
}

const STEPS = ['emptied', 'damaged', 'text'] as const
const RUNS = ['kept', 'written', 'brought back'] as const

/** Encodes some steps from a state on. */
export function encodeSteps(state: BlameState, steps: readonly BlameStep[]): Uint8Array {
  const edits = new VarintWriter()
  let before = state
  let last = 0
  for (const step of steps) {
    const sequence = step.kind === 'text' ? step.writer.sequence : step.sequence
    edits.write(sequence - last, STEPS.indexOf(step.kind))
    if (step.kind === 'text') writeText(edits, before.lines, step)
    before = stateAfter(before, step)
    last = sequence
  }
  return edits.bytes
}

/** The state after those versions of a stretch that are not after `upTo`. */
export function stateIn(stretch: StoredStretch, upTo: number): BlameState {
  let state = decodeState(stretch.lines)
  for (const { sequence, step } of stepsOf(stretch)) {
    if (sequence > upTo) break
    state = stateAfter(state, step)
  }
  return state
}

/** The lines that went in a stretch, in the order in which they went. */
export function goneIn(stretch: StoredStretch): WrittenLine[] {
  const gone: WrittenLine[] = []
  for (const { before, step } of stepsOf(stretch)) {
    if (step.kind !== 'text') continue
    for (const { line } of goneFrom(before.lines, new Set(step.lines))) gone.push(line)
  }
  return gone
}

/** Encodes a state; to blame on changes who brought its lines back. */
export function encodeState({ lines, ...state }: BlameState): Uint8Array {
  const to = new VarintWriter()
  to.write(
    state.textSequence,
    state.shownSequence,
    Number(state.isUnreadSince),
    Number(state.isSomeUnread),
  )
  const writers = new Map<number, LineWriter>()
  for (const { writer, broughtBackBy } of lines) {
    writers.set(writer.sequence, writer)
    if (broughtBackBy) writers.set(broughtBackBy.sequence, broughtBackBy)
  }
  const sorted = [...writers.values()].toSorted((one, other) => one.sequence - other.sequence)
  const numbers = new Map(sorted.map(({ sequence }, number) => [sequence, number]))
  const numberOf = (writer: LineWriter | null) =>
    writer === null ? 0 : (numbers.get(writer.sequence) ?? 0) + 1
  to.write(sorted.length)
  for (const writer of sorted) writeWriter(to, writer)
  const runs = runsOf(lines)
  to.write(runs.length)
  for (const { line, count } of runs) {
    to.write(numberOf(line.writer), numberOf(line.broughtBackBy), line.at, count)
  }
  return to.bytes
}

function decodeState(bytes: Uint8Array): BlameState {
  const from = new VarintReader(bytes)
  const [textSequence, shownSequence] = [from.read(), from.read()]
  const [isUnreadSince, isSomeUnread] = [from.read() === 1, from.read() === 1]
  const writers: LineWriter[] = []
  for (let left = from.read(); left > 0; left--) writers.push(readWriter(from))
  const lines: WrittenLine[] = []
  for (let left = from.read(); left > 0; left--) {
    const [writer, broughtBackBy] = [writers[from.read() - 1], writers[from.read() - 1] ?? null]
    const [at, count] = [from.read(), from.read()]
    if (!writer) throw new Error('a kept line has no writer')
    for (let line = 0; line < count; line++) {
      lines.push({ writer, at: at + line, broughtBackBy })
    }
  }
  return { textSequence, shownSequence, isUnreadSince, isSomeUnread, lines }
}

/** Consecutive lines of one writer. */
function runsOf(lines: readonly WrittenLine[]): { line: WrittenLine; count: number }[] {
  const runs: { line: WrittenLine; count: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    const isNext =
      last?.line.writer === line.writer &&
      last.line.broughtBackBy === line.broughtBackBy &&
      last.line.at + last.count === line.at
    if (last && isNext) last.count++
    else runs.push({ line, count: 1 })
  }
  return runs
}

function writeWriter(to: VarintWriter, { sequence, before, wrote, isOrEarlier }: LineWriter): void {
  to.write(sequence, before === 0 ? 0 : sequence - before, wrote, Number(isOrEarlier))
}

function readWriter(from: VarintReader): LineWriter {
  const [sequence, back] = [from.read(), from.read()]
  const before = back === 0 ? 0 : sequence - back
  return { sequence, before, wrote: from.read(), isOrEarlier: from.read() === 1 }
}

/** Lines of a version that have the same origin and follow each other there. */
interface Run {
  kind: (typeof RUNS)[number]
  /** `kept`: where it begins among the lines before; `brought back`: in what its writer left */
  from: number
  count: number
  writer: LineWriter
}

function writeText(
  to: VarintWriter,
  before: readonly WrittenLine[],
  { writer, lines }: Extract<BlameStep, { kind: 'text' }>,
): void {
  to.write(writer.wrote, Number(writer.isOrEarlier))
  const runs = editsOf(before, writer, lines)
  to.write(runs.length)
  for (const run of runs) {
    to.write(RUNS.indexOf(run.kind), run.count)
    if (run.kind !== 'written') to.write(run.from)
    if (run.kind === 'brought back') writeWriter(to, run.writer)
  }
}

function editsOf(
  before: readonly WrittenLine[],
  writer: LineWriter,
  lines: readonly WrittenLine[],
): Run[] {
  const places = new Map(before.map((line, place) => [line, place]))
  const runs: Run[] = []
  for (const line of lines) {
    const place = places.get(line)
    const kind = place !== undefined ? 'kept' : line.writer === writer ? 'written' : 'brought back'
    const from = place ?? line.at
    const last = runs.at(-1)
    const isNext =
      last?.kind === kind &&
      last.from + last.count === from &&
      (kind !== 'brought back' || last.writer === line.writer)
    if (last && isNext) last.count++
    else runs.push({ kind, from, count: 1, writer: line.writer })
  }
  return runs
}

interface DecodedStep {
  sequence: number
  before: BlameState
  step: BlameStep
}

function* stepsOf({ lines, edits }: StoredStretch): Generator<DecodedStep> {
  const from = new VarintReader(edits)
  let state = decodeState(lines)
  let sequence = 0
  while (!from.isAtEnd) {
    sequence += from.read()
    const kind = STEPS[from.read()]
    if (!kind) throw new Error('a kept step is of no kind')
    const step: BlameStep = kind === 'text' ? readText(from, sequence, state) : { kind, sequence }
    yield { sequence, before: state, step }
    state = stateAfter(state, step)
  }
}

function readText(from: VarintReader, sequence: number, state: BlameState): BlameStep {
  const before = state.textSequence
  const writer = { sequence, before, wrote: from.read(), isOrEarlier: from.read() === 1 }
  const lines: WrittenLine[] = []
  for (let left = from.read(); left > 0; left--) {
    const kind = RUNS[from.read()]
    const count = from.read()
    const start = kind === 'written' ? lines.length : from.read()
    const back = kind === 'brought back' ? readWriter(from) : null
    for (let line = start; line < start + count; line++) {
      if (kind === 'kept') lines.push(lineAt(state.lines, line))
      else if (back) lines.push({ writer: back, at: line, broughtBackBy: writer })
      else lines.push({ writer, at: line, broughtBackBy: null })
    }
  }
  return { kind: 'text', writer, lines }
}

function lineAt(lines: readonly WrittenLine[], place: number): WrittenLine {
  const line = lines[place]
  if (!line) throw new Error('a kept line is of no version')
  return line
}

/** Numbers, one after the other. */
class VarintWriter {
  private buffer = new Uint8Array(256)
  private end = 0

  write(...values: readonly number[]): void {
    for (const value of values) {
      const end = this.end + varintBytes(value)
      if (end > this.buffer.length) this.grow(end)
      this.end = writeVarint(this.buffer, this.end, value)
    }
  }

  get bytes(): Uint8Array {
    return this.buffer.slice(0, this.end)
  }

  private grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2))
    larger.set(this.buffer)
    this.buffer = larger
  }
}

class VarintReader {
  private readonly cursor = { at: 0 }

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.cursor.at >= this.bytes.length
  }

  read(): number {
    const value = readVarint(this.bytes, this.cursor)
    if (value < 0) throw new Error('a kept stretch ends too soon')
    return value
  }
}

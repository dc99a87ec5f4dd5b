import { splitLines } from './lines'
import { matchingLines } from './matching-lines'

/** A version of a text, as its lines are blamed. */
export interface BlamedVersion<Writer> {
  content: string
  writer: Writer
  /** of the content; needed if there are rollbacks */
  hash?: string | null | undefined
  /** whether it returns the text to what it was, or takes a part of its history out: it brings back */
  isRollback?: boolean | undefined
}

/** A line: who wrote it, and who last brought it back after it was gone; null: nobody. */
export interface BlamedLine<Writer> {
  writer: Writer
  /** its place among the lines of what its writer left, from 0 */
  at: number
  broughtBackBy: Writer | null
}

/**
 * The knowledge of a text before the versions that are added. A line that is in several of these
 * fields is the same object in each.
 */
export interface BlameStart<Writer> {
  /** the text of the version before */
  content: string
  lines: readonly BlamedLine<Writer>[]
  /** lines that are gone, those that went last at the end; of a text, as many as rollbacks may bring back */
  gone: readonly { text: string; line: BlamedLine<Writer> }[]
  /** earlier texts that rollbacks leave, by hash */
  texts: ReadonlyMap<string, readonly BlamedLine<Writer>[]>
}

/**
 * Blames each line of a text across its versions. A line keeps its writer as long as it survives,
 * in order, in each later version; a moved line counts as newly written. What a rollback brings back
 * stays with those who wrote it: if it leaves a text that was there before, each line with whom it
 * had then; else each that is not in the version before with who last had it.
 */
export class Blame<Writer> {
  private readonly numbers = new Map<string, number>()
  private lines: readonly number[] = []
  private blamed: readonly BlamedLine<Writer>[] = []
  private standing = new Set<BlamedLine<Writer>>()
  /** lines that do not stand, by number, those that went last at the end */
  private readonly absent = new Map<number, BlamedLine<Writer>[]>()
  /** how many rollbacks to come leave a text, by its hash */
  private readonly awaited = new Map<string, number>()
  /** texts that are awaited, as they last were */
  private readonly texts: Map<string, readonly BlamedLine<Writer>[]>
  private readonly keepsGone: boolean

  /** `rollbacks`: the hashes of what they leave, one for each that will be added. */
  constructor(rollbacks: readonly string[] = [], start?: BlameStart<Writer>) {
    this.keepsGone = rollbacks.length > 0
    for (const hash of rollbacks) this.awaited.set(hash, (this.awaited.get(hash) ?? 0) + 1)
    this.texts = new Map(start?.texts)
    if (!start) return
    this.lines = textLines(start.content).map((line) => this.numberOf(line))
    this.blamed = start.lines
    this.standing = new Set(start.lines)
    for (const { text, line } of start.gone) this.pushAbsent(this.numberOf(text), line)
  }

  /** Adds the next version of the text; returns how many lines it wrote, but for blank ones. */
  add({ content, writer, hash = null, isRollback = false }: BlamedVersion<Writer>): number {
    const texts = textLines(content)
    const lines = texts.map((line) => this.numberOf(line))
    const kept = isRollback && hash !== null ? this.returnedTo(hash) : undefined
    let written = 0
    const blamed = kept ?? this.kept(lines)
    const now = new Set<BlamedLine<Writer>>()
    const all = lines.map((number, at) => {
      const known = blamed[at] ?? (isRollback ? this.lastGone(number, now) : undefined)
      if (known && !this.standing.has(known)) known.broughtBackBy = writer
      if (!known && texts[at]?.trim() !== '') written++
      const line = known ?? { writer, at, broughtBackBy: null }
      now.add(line)
      return line
    })
    if (this.keepsGone) this.keepGone(now)
    if (hash !== null && this.awaited.has(hash)) this.texts.set(hash, all)
    this.lines = lines
    this.blamed = all
    this.standing = now
    return written
  }

  /** The lines of the last version. */
  get result(): readonly Readonly<BlamedLine<Writer>>[] {
    return this.blamed
  }

  /** The lines that survive from the version before, at their places among these. */
  private kept(lines: readonly number[]): (BlamedLine<Writer> | undefined)[] {
    const kept = Array<BlamedLine<Writer> | undefined>(lines.length).fill(undefined)
    for (const { before, after } of matchingLines(this.lines, lines)) {
      kept[after] = this.blamed[before]
    }
    return kept
  }

  /** The newest earlier text with this hash; it is let go with the last rollback that leaves it. */
  private returnedTo(hash: string): readonly BlamedLine<Writer>[] | undefined {
    const text = this.texts.get(hash)
    const awaited = (this.awaited.get(hash) ?? 0) - 1
    if (awaited > 0) this.awaited.set(hash, awaited)
    else {
      this.awaited.delete(hash)
      this.texts.delete(hash)
    }
    return text
  }

  /** Of the lines with a text that do not stand, in `now` neither, the one that went last. */
  private lastGone(
    number: number,
    now: ReadonlySet<BlamedLine<Writer>>,
  ): BlamedLine<Writer> | undefined {
    const absent = this.absent.get(number)
    for (let line = absent?.pop(); line; line = absent?.pop()) {
      if (!this.standing.has(line) && !now.has(line)) return line
    }
    return undefined
  }

  /** Keeps those of the version before that are not among these; see `goneFrom`. */
  private keepGone(now: ReadonlySet<BlamedLine<Writer>>): void {
    for (const { line, at } of goneFrom(this.blamed, now)) {
      const number = this.lines[at]
      if (number !== undefined) this.pushAbsent(number, line)
    }
  }

  private pushAbsent(number: number, line: BlamedLine<Writer>): void {
    const absent = this.absent.get(number)
    if (absent) absent.push(line)
    else this.absent.set(number, [line])
  }

  private numberOf(line: string): number {
    const known = this.numbers.get(line)
    if (known !== undefined) return known
    this.numbers.set(line, this.numbers.size)
    return this.numbers.size - 1
  }
}

const textLines = (content: string) => (content === '' ? [] : splitLines(content))

/**
 * The lines of a version that are not among those of the next, with their places, in the order in
 * which they count as gone: of equal ones the first goes last.
 */
export function goneFrom<Line>(
  before: readonly Line[],
  now: ReadonlySet<Line>,
): { line: Line; at: number }[] {
  const gone: { line: Line; at: number }[] = []
  for (let at = before.length - 1; at >= 0; at--) {
    const line = before[at]
    if (line !== undefined && !now.has(line)) gone.push({ line, at })
  }
  return gone
}

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
  broughtBackBy: Writer | null
}

interface Line<Writer> extends BlamedLine<Writer> {
  stands: boolean
  /** whether it is in `absent` */
  isKept: boolean
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
  private blamed: readonly Line<Writer>[] = []
  /** lines that do not stand, by number, those that went last at the end */
  private readonly absent = new Map<number, Line<Writer>[]>()
  /** how many rollbacks to come leave a text, by its hash */
  private readonly awaited = new Map<string, number>()
  /** texts that are awaited, as they last were */
  private readonly texts = new Map<string, readonly Line<Writer>[]>()
  private readonly keepsGone: boolean

  /** `rollbacks`: the hashes of what they leave, one for each that will be added. */
  constructor(rollbacks: readonly string[] = []) {
    this.keepsGone = rollbacks.length > 0
    for (const hash of rollbacks) this.awaited.set(hash, (this.awaited.get(hash) ?? 0) + 1)
  }

  /** Adds the next version of the text; returns how many lines it wrote, but for blank ones. */
  add({ content, writer, hash = null, isRollback = false }: BlamedVersion<Writer>): number {
    const texts = content === '' ? [] : splitLines(content)
    const lines = texts.map((line) => this.numberOf(line))
    const kept = isRollback && hash !== null ? this.returnedTo(hash) : undefined
    const written: number[] = []
    const blamed = kept ?? this.kept(lines)
    const all = lines.map((line, index) => {
      const known = blamed[index] ?? (isRollback ? this.lastGone(line) : undefined)
      if (known) {
        if (!known.stands) known.broughtBackBy = writer
        known.stands = true
        return known
      }
      written.push(index)
      return { writer, broughtBackBy: null, stands: true, isKept: false }
    })
    if (this.keepsGone) this.keepGone(all)
    if (hash !== null && this.awaited.has(hash)) this.texts.set(hash, all)
    this.lines = lines
    this.blamed = all
    return written.filter((index) => texts[index]?.trim() !== '').length
  }

  /** The lines of the last version. */
  get result(): readonly Readonly<BlamedLine<Writer>>[] {
    return this.blamed
  }

  /** The lines that survive from the version before, at their places among these. */
  private kept(lines: readonly number[]): (Line<Writer> | undefined)[] {
    const kept = Array<Line<Writer> | undefined>(lines.length).fill(undefined)
    for (const { before, after } of matchingLines(this.lines, lines)) {
      kept[after] = this.blamed[before]
    }
    return kept
  }

  /** The newest earlier text with this hash; it is let go with the last rollback that leaves it. */
  private returnedTo(hash: string): readonly Line<Writer>[] | undefined {
    const text = this.texts.get(hash)
    const awaited = (this.awaited.get(hash) ?? 0) - 1
    if (awaited > 0) this.awaited.set(hash, awaited)
    else {
      this.awaited.delete(hash)
      this.texts.delete(hash)
    }
    return text
  }

  private lastGone(number: number): Line<Writer> | undefined {
    const absent = this.absent.get(number)
    for (let line = absent?.pop(); line; line = absent?.pop()) {
      line.isKept = false
      if (!line.stands) return line
    }
    return undefined
  }

  /** Keeps those of the version before that are not among these; of equal ones, the first goes last. */
  private keepGone(now: readonly Line<Writer>[]): void {
    for (const line of this.blamed) line.stands = false
    for (const line of now) line.stands = true
    for (let at = this.blamed.length - 1; at >= 0; at--) {
      const line = this.blamed[at]
      const number = this.lines[at]
      if (!line || number === undefined || line.stands || line.isKept) continue
      line.isKept = true
      const absent = this.absent.get(number)
      if (absent) absent.push(line)
      else this.absent.set(number, [line])
    }
  }

  private numberOf(line: string): number {
    const known = this.numbers.get(line)
    if (known !== undefined) return known
    this.numbers.set(line, this.numbers.size)
    return this.numbers.size - 1
  }
}

import { splitLines } from './lines'
import { matchingLines } from './matching-lines'

/**
 * Blames each line of a text across its versions. A line keeps its writer as long as it survives,
 * in order, in each later version; a moved line counts as newly written.
 */
export class Blame<Writer> {
  private readonly numbers = new Map<string, number>()
  private lines: number[] = []
  private writers: Writer[] = []

  /** Adds the next version of the text, by this writer; returns how many lines it wrote, but for blank ones. */
  add(content: string, writer: Writer): number {
    const texts = content === '' ? [] : splitLines(content)
    const lines = texts.map((line) => this.numberOf(line))
    const writers = lines.map(() => writer)
    const written = new Set(texts.keys())
    for (const { before, after } of matchingLines(this.lines, lines)) {
      writers[after] = this.writers[before] ?? writer
      written.delete(after)
    }
    this.lines = lines
    this.writers = writers
    return [...written].filter((index) => texts[index]?.trim() !== '').length
  }

  /** The writer of each line of the last version. */
  get result(): readonly Writer[] {
    return this.writers
  }

  private numberOf(line: string): number {
    const known = this.numbers.get(line)
    if (known !== undefined) return known
    this.numbers.set(line, this.numbers.size)
    return this.numbers.size - 1
  }
}

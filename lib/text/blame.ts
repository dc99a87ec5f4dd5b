import { splitLines } from './lines'
import { matchingLines } from './matching-lines'

/**
 * Who wrote each line of a text that was written again and again. A line stays its writer's for as
 * long as it stands, in order, in each version that follows; one that is moved is written anew.
 */
export class Blame<Writer> {
  private readonly numbers = new Map<string, number>()
  private lines: number[] = []
  private writers: Writer[] = []

  /** The next version of the text, and who wrote it. */
  add(content: string, writer: Writer): void {
    const lines = content === '' ? [] : splitLines(content).map((line) => this.numberOf(line))
    const writers = lines.map(() => writer)
    for (const { before, after } of matchingLines(this.lines, lines)) {
      writers[after] = this.writers[before] ?? writer
    }
    this.lines = lines
    this.writers = writers
  }

  /** Of each line of the last version. */
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

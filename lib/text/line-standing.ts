import { Blame } from './blame'

/** Lines that somebody wrote, and how many of them are in the last text. */
export interface LineStanding {
  written: number
  standing: number
}

/**
 * Counts, over the versions of a text, the lines that each writer wrote and those of them that still
 * stand. A writer never has more standing than written: a line that is taken away and written again
 * was written twice.
 */
export class StandingCount<Writer> {
  private readonly blame = new Blame<{ writer: Writer | null }>()
  private readonly counts = new Map<Writer, LineStanding>()

  /** Adds the next version. Lines of a version by nobody (null) are not counted. */
  add(content: string, writer: Writer | null): void {
    const version = { writer }
    this.blame.add(content, version)
    if (writer === null) return
    this.of(writer).written += this.blame.result.filter((line) => line === version).length
  }

  /** The counts by writer. `isThere`: whether the last version is what the text is now. */
  result(isThere: boolean): ReadonlyMap<Writer, LineStanding> {
    for (const count of this.counts.values()) count.standing = 0
    if (!isThere) return this.counts
    for (const { writer } of this.blame.result) {
      if (writer !== null) this.of(writer).standing++
    }
    return this.counts
  }

  private of(writer: Writer): LineStanding {
    const count = this.counts.get(writer) ?? { written: 0, standing: 0 }
    this.counts.set(writer, count)
    return count
  }
}

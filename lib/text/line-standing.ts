import { Blame, type BlamedVersion } from './blame'

/** Lines that somebody wrote, and how many of them are in the last text. */
export interface LineStanding {
  written: number
  standing: number
}

/** Lines of a version by nobody (null) are not counted. */
type CountedVersion<Writer> = BlamedVersion<Writer | null>

/**
 * Counts, over the versions of a text, the lines that each writer wrote and those of them that still
 * stand. A writer never has more standing than written: a line that is taken away and written again
 * was written twice, unless a rollback brings it back.
 */
export class StandingCount<Writer> {
  private readonly blame: Blame<{ by: Writer | null }>
  private readonly counts = new Map<Writer, LineStanding>()

  /** `rollbacks`: as `Blame` takes them. */
  constructor(rollbacks: readonly string[] = []) {
    this.blame = new Blame(rollbacks)
  }

  /** Adds the next version. */
  add(version: CountedVersion<Writer>): void {
    const writer = { by: version.writer }
    this.blame.add({ ...version, writer })
    if (writer.by === null) return
    this.of(writer.by).written += this.blame.result.filter((line) => line.writer === writer).length
  }

  /** The counts by writer. `isThere`: whether the last version is what the text is now. */
  result(isThere: boolean): ReadonlyMap<Writer, LineStanding> {
    for (const count of this.counts.values()) count.standing = 0
    if (!isThere) return this.counts
    for (const { writer } of this.blame.result) {
      if (writer.by !== null) this.of(writer.by).standing++
    }
    return this.counts
  }

  private of(writer: Writer): LineStanding {
    const count = this.counts.get(writer) ?? { written: 0, standing: 0 }
    this.counts.set(writer, count)
    return count
  }
}

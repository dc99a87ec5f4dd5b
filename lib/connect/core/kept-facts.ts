/** Facts that are kept of each file, the newest. */
const MAX_OF_FILE = 50

/** Memory of a fact besides its texts; bytes. */
const OVERHEAD_BYTES = 300

interface Kept<Fact> {
  fact: Fact
  bytes: number
}

/**
 * Facts about files: of each the newest, of all no more bytes than given; the files heard of
 * longest ago go first.
 */
export class KeptFacts<Fact extends object> {
  private readonly files = new Map<string, Kept<Fact>[]>()
  private total = 0

  constructor(private readonly maxBytes: number) {}

  /** The memory that the facts take, about; bytes. */
  get bytes(): number {
    return this.total
  }

  /** Oldest first. */
  of(file: string): Fact[] {
    return (this.files.get(file) ?? []).map(({ fact }) => fact)
  }

  add(file: string, fact: Fact): void {
    const known = this.files.get(file) ?? []
    // The files are in the order in which they were heard of last.
    this.files.delete(file)
    this.files.set(file, known)
    const bytes = OVERHEAD_BYTES + 2 * (file.length + JSON.stringify(fact).length)
    known.push({ fact, bytes })
    this.total += bytes
    if (known.length > MAX_OF_FILE) this.total -= known.shift()?.bytes ?? 0
    for (const [oldest, facts] of this.files) {
      if (this.total <= this.maxBytes) return
      this.files.delete(oldest)
      for (const each of facts) this.total -= each.bytes
    }
  }
}

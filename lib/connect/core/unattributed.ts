import type { FoundFile } from './transcripts'

/** A version that came without its call. */
export interface Unattributed {
  sequence: number
  found: FoundFile
  /** until when its call is looked for */
  until: number
}

/** Versions that are looked for later; older ones are given up. */
const MAX_LATER = 500

/** The versions of a folder that came without the call that wrote them, by their change. */
export class UnattributedVersions {
  private readonly bySequence = new Map<number, Unattributed>()

  get size(): number {
    return this.bySequence.size
  }

  /** The same version may come more than once: a transaction may run again. */
  add(version: Unattributed): void {
    this.bySequence.set(version.sequence, version)
    for (const oldest of this.bySequence.keys()) {
      if (this.bySequence.size <= MAX_LATER) return
      this.bySequence.delete(oldest)
    }
  }

  /** The oldest first; those that are looked at may be deleted. */
  all(): Iterable<Unattributed> {
    return this.bySequence.values()
  }

  delete({ sequence }: Unattributed): void {
    this.bySequence.delete(sequence)
  }
}

import { MAX_SOURCE_ENTRIES } from './limits'
import { SourceError } from './source'
import type { ZipEntry } from './zip-directory'

const HEADER_BYTES = 30

/**
 * The byte ranges of a zip's files. Overlapping files are how a small zip is made to hold any
 * amount, and no packer writes them: a zip that has them is refused.
 */
export class ZipRanges {
  private starts = new Float64Array(1024)
  private ends = new Float64Array(1024)
  private count = 0
  /** indexes of the entries, by where they begin */
  private order = new Uint32Array(0)

  /** Notes a file's range, as far as the directory tells it. */
  add({ offset, packedSize, name }: ZipEntry): void {
    if (this.count === MAX_SOURCE_ENTRIES) {
      throw new SourceError({ code: 'too_many_files', kind: 'zip', maximum: MAX_SOURCE_ENTRIES })
    }
    if (this.count === this.starts.length) {
      this.starts = doubled(this.starts)
      this.ends = doubled(this.ends)
    }
    this.starts[this.count] = offset
    // In bytes the name is at least this long.
    this.ends[this.count] = offset + HEADER_BYTES + name.length + packedSize
    this.count++
  }

  /** Call it once all are noted: refuses overlaps. */
  close(): void {
    this.order = Uint32Array.from({ length: this.count }, (_, index) => index)
    this.order.sort((one, other) => this.startOf(one) - this.startOf(other))
    for (let at = 1; at < this.count; at++) {
      const before = this.order[at - 1] ?? 0
      const next = this.order[at] ?? 0
      if (this.startOf(next) < (this.ends[before] ?? 0)) throw overlap()
    }
  }

  /** Refuses a file that begins at `offset` and turns out to reach into the next one. */
  refuseOverlap(offset: number, end: number): void {
    if (end > this.nextStart(offset)) throw overlap()
  }

  private nextStart(offset: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.startOf(this.order[middle] ?? 0) > offset) high = middle
      else low = middle + 1
    }
    return low < this.count ? this.startOf(this.order[low] ?? 0) : Infinity
  }

  private startOf(index: number): number {
    return this.starts[index] ?? 0
  }
}

function doubled(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

const overlap = () => new SourceError({ code: 'zip_shares_bytes' })

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { SourceError } from '../source'
import type { Checkout } from './checkout'
import { spawnGit } from './run-git'

const NEWLINE = 10

/** One `git cat-file` process for all contents, queried one at a time. */
export class BlobReader {
  private readonly child: ChildProcessWithoutNullStreams
  private readonly chunks: AsyncIterator<Buffer>
  private pending: Buffer = Buffer.of()

  constructor(checkout: Checkout, signal: AbortSignal) {
    this.child = spawnGit(checkout, ['cat-file', '--batch'], signal)
    this.child.on('error', () => {})
    this.child.stderr.resume()
    const output: AsyncIterable<Buffer> = this.child.stdout
    this.chunks = output[Symbol.asyncIterator]()
  }

  /** The blob's bytes; null if there are more than `maxBytes`, which are then discarded. */
  async read(id: string, maxBytes: number): Promise<Buffer | null> {
    this.child.stdin.write(`${id}\n`)
    const [, type, size = ''] = (await this.line()).split(' ')
    if (type !== 'blob') throw new SourceError({ code: 'git_content_missing', id })
    const length = Number(size)
    const isKept = length <= maxBytes
    const parts: Buffer[] = []
    for (let left = length; left > 0;) {
      const part = await this.some(left)
      left -= part.length
      if (isKept) parts.push(part)
    }
    await this.some(1)
    return isKept ? Buffer.concat(parts, length) : null
  }

  close(): void {
    this.child.kill()
  }

  private async line(): Promise<string> {
    const parts: Buffer[] = []
    for (;;) {
      if (this.pending.length === 0) await this.more()
      const end = this.pending.indexOf(NEWLINE)
      const part = await this.some(end < 0 ? this.pending.length : end + 1)
      parts.push(part)
      if (end >= 0) return Buffer.concat(parts).toString('utf8').trimEnd()
    }
  }

  /** Between one byte and `most`. */
  private async some(most: number): Promise<Buffer> {
    if (this.pending.length === 0) await this.more()
    const taken = this.pending.subarray(0, most)
    this.pending = this.pending.subarray(most)
    return taken
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next()
    if (next.done) throw new SourceError({ code: 'git_ended_early' })
    this.pending = next.value
  }
}

import type { Database } from '@/lib/db/database'
import type { JobControl } from '@/lib/jobs/job'
import { compactAfterGrowth } from '@/lib/store/background/compaction'
import { compressAll } from '@/lib/store/background/version-compressor'
import { changeBytes, type SourceMoment } from './source'

/** A long history is compressed as it comes, so that the database never holds much of it unpacked. */
const BYTES_A_COMPRESSION = 1024 * 1024

/** How far a run is. Of a plan, which writes nothing, `run` is null. */
export class Progress {
  private done = 0
  private writtenBytes = 0
  private uncompressedBytes = 0

  constructor(
    private readonly db: Database,
    private readonly run: JobControl | null,
    private readonly total: number,
  ) {}

  /** Whether somebody asked to stop. */
  get isStopped(): boolean {
    return this.run?.signal.aborted ?? false
  }

  /** A moment has been taken over. */
  async advance({ changes }: SourceMoment): Promise<void> {
    if (!this.run) return
    this.done += changes.length
    const bytes = changes.reduce((sum, change) => sum + changeBytes(change), 0)
    this.writtenBytes += bytes
    this.uncompressedBytes += bytes
    this.run.report('writing', Math.min(this.done, this.total), this.total)
    if (this.uncompressedBytes < BYTES_A_COMPRESSION) return
    this.uncompressedBytes = 0
    await compressAll(this.db)
  }

  /** Everything has been; `versions` came of it. */
  async end(versions: number): Promise<void> {
    if (!this.run || versions === 0) return
    this.run.report('compressing', this.total, this.total)
    await compressAll(this.db)
    await compactAfterGrowth(this.db, this.writtenBytes)
  }
}

import type { Database } from '@/lib/db/database'
import type { JobControl } from '@/lib/jobs/job'
import { compactAfterGrowth } from '@/lib/store/background/compaction'
import { compressAll } from '@/lib/store/background/version-compressor'
import { changeBytes, type SourceMoment } from './source'

/**
 * A long history is compressed during the import, so that little of it is ever stored uncompressed.
 */
const BYTES_PER_COMPRESSION = 1024 * 1024

/** Progress of a run. `run` is null for a plan, which writes nothing. */
export class Progress {
  private done = 0
  private writtenBytes = 0
  private uncompressedBytes = 0

  constructor(
    private readonly db: Database,
    private readonly run: JobControl | null,
    private readonly total: number,
  ) {}

  /** True if a stop was requested. */
  get isStopped(): boolean {
    return this.run?.signal.aborted ?? false
  }

  /** Counts a moment as imported. */
  async advance({ changes }: SourceMoment): Promise<void> {
    if (!this.run) return
    this.done += changes.length
    const bytes = changes.reduce((sum, change) => sum + changeBytes(change), 0)
    this.writtenBytes += bytes
    this.uncompressedBytes += bytes
    this.run.report('writing', Math.min(this.done, this.total), this.total)
    if (this.uncompressedBytes < BYTES_PER_COMPRESSION) return
    this.uncompressedBytes = 0
    await compressAll(this.db)
  }

  /** Reports the end, with the number of versions written. */
  async end(versions: number): Promise<void> {
    if (!this.run || versions === 0) return
    this.run.report('compressing', this.total, this.total)
    await compressAll(this.db)
    await compactAfterGrowth(this.db, this.writtenBytes)
  }
}

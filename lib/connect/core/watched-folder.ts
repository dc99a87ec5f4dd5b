import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { type Lease, renewLease } from '@/lib/lease'
import { turns } from '@/lib/turns'
import type { ConnectionRow } from '../sql/connections'
import type { FolderFiles } from './folder-files'
import { GitNote } from './git-note'
import type { KnownFact } from './memory-index'
import type { Retries } from './retries'
import type { Transcripts } from './transcripts'
import { UnattributedVersions } from './unattributed'
import { type WatchedPaths, watchedPaths } from './watched-paths'

/**
 * The knowledge of a folder that a process takes over with it, from the database and from the disk.
 */
export interface TakenOver {
  db: Database
  row: ConnectionRow
  lease: Lease
  files: FolderFiles
  /** of changes of the store that could not be carried out */
  retries: Retries
  /** of the agent whose memory it is; null: none is known */
  transcripts: Transcripts | null
  /** of a memory in its store, bytes */
  mostBytes: number
}

export interface FolderOptions {
  signal?: AbortSignal
  /**
   * Called between the steps of taking in and carrying out: what a process leaves that ends there can
   * be tested only by ending it there.
   */
  atStep?: (step: string) => Promise<void>
}

/** The process lost its lease: another one works on the folder, and nothing may be written. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('another process works on this folder')
  }
}

/** A watched folder in the hands of the one process that works on it. */
export class WatchedFolder {
  readonly db: Database
  readonly row: ConnectionRow
  readonly files: FolderFiles
  readonly retries: Retries
  readonly transcripts: Transcripts | null
  mostBytes: number
  /** which of its files are */
  readonly isWatched: WatchedPaths
  readonly maybeYield: () => Promise<void>
  readonly atStep: (step: string) => Promise<void>
  readonly unattributed = new UnattributedVersions()
  /** the batches of what is being taken in together, by who wrote it; emptied when no more comes */
  readonly batches = new Map<string, number>()
  readonly git = new GitNote()
  /** of Claude Code's memory: what its facts say of themselves */
  readonly facts = new Map<string, KnownFact>()
  private readonly lease: Lease

  constructor(taken: TakenOver, { signal, atStep = async () => {} }: FolderOptions = {}) {
    this.db = taken.db
    this.row = taken.row
    this.lease = taken.lease
    this.files = taken.files
    this.retries = taken.retries
    this.transcripts = taken.transcripts
    this.mostBytes = taken.mostBytes
    this.isWatched = watchedPaths(taken.row)
    this.maybeYield = turns(signal)
    this.atStep = atStep
  }

  /** Returns the file of a memory; absolute. */
  fileAt(memoryPath: string): string {
    return path.join(this.row.location, memoryPath)
  }

  /** Throws if the process lost its lease meanwhile: then nothing may be written. */
  async requireLease(tx: WriteSql): Promise<void> {
    if (!(await renewLease(tx, this.lease))) throw new LeaseLostError()
  }

  /** Writes in a transaction of its own, while the lease is held. */
  async write<T>(job: (tx: WriteSql) => Promise<T>): Promise<T> {
    return this.db.write(async (tx) => {
      await this.requireLease(tx)
      return job(tx)
    })
  }
}

import { type BigIntStats, statSync } from 'node:fs'

/** Thrown when a file of the database is no longer where this process opened it. */
class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
  readonly code = 'DATABASE_FILE_GONE'
}

/**
 * The file of an open SQLite database and its journal, as they were when this process opened them.
 * After that they are never replaced by SQLite itself: not by a checkpoint, nor by VACUUM.
 */
export class OpenedFiles {
  private readonly opened: ReadonlyMap<string, BigIntStats>

  /** The database must have been read, which creates its journal. */
  constructor(file: string) {
    this.opened = new Map(
      [file, `${file}-wal`].map((each) => [
        each,
        statSync(/* turbopackIgnore: true */ each, { bigint: true }),
      ]),
    )
  }

  /**
   * Throws a `FileGoneError` if one of them was deleted, moved or replaced: what is written to it
   * is lost once it is closed. Costs some 10 microseconds.
   */
  check(): void {
    for (const [file, opened] of this.opened) {
      const found = statsOf(file)
      if (found?.ino !== opened.ino || found.dev !== opened.dev) {
        throw new FileGoneError(`${file} is not the file that was opened`)
      }
    }
  }
}

/** null: nothing that can be reached is there. */
function statsOf(file: string): BigIntStats | null {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    throw new FileGoneError(`${file} cannot be looked at`, { cause: error })
  }
}

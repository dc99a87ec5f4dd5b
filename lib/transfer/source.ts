import type { Actor } from '@/lib/store/model/actor'
import type { BatchKind } from '@/lib/store/model/memory-version'
import type { SeedOrigin } from '@/lib/store/seeding/seeds'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import type { SourceProblem } from '@/lib/store/model/source-problem'
import { sourceProblemInEnglish } from '@/lib/store/model/source-problem-in-english'

/** One step of a source on a path. */
export type SourceChange =
  /**
   * `memory` numbers, within the source, the memory that this inserts; `again`: it is a version
   * even if the path holds the same content. Only exports of ours have these.
   */
  | {
      op: 'write'
      path: string
      bytes: Buffer
      memory?: number | undefined
      again?: boolean | undefined
    }
  /** `bytes` null: the content is unchanged */
  | { op: 'rename'; from: string; path: string; bytes: Buffer | null }
  | { op: 'delete'; path: string }
  /** restores the deleted memory of that number */
  | { op: 'restore'; path: string; bytes: Buffer; memory: number }
  /** cannot be imported, whatever the store allows; what lies below the path is unknown, too */
  | { op: 'skip'; path: string; reason: SeedReason }

/** A moment of a source's history, or a part of a source without history. */
export interface SourceMoment {
  /** milliseconds since 1970; null: now */
  at: number | null
  /** the moment's name: a commit's id */
  reference: string | null
  message: string | null
  /** the author's name; in an export of ours, the actor itself */
  author: string | null
  actor: Actor | null
  sessionId: string | null
  toolUseId: string | null
  /** the moment's batch kind in an export of ours; null: no batch, or unknown */
  batchKind: BatchKind | null
  changes: SourceChange[]
}

/** Something that a store can be seeded from. It can be read more than once. */
export interface Source {
  /** identifies the source, so that seeding again is recognized */
  label: string
  /** 'snapshot': the moments together are complete, and a missing path is gone */
  kind: 'snapshot' | 'history'
  /**
   * Read it through `momentsOf`, which limits the time. Throws `SourceError`, and the signal's
   * reason.
   */
  moments: (signal: AbortSignal) => AsyncIterable<SourceMoment>
  /** its path on the server's disk; absent for an upload */
  origin?: SeedOrigin
  /**
   * of an archive, once it was read: its folders that are git repositories, or its own name if it is
   * one. What git keeps in them is no part of the source.
   */
  repositories?: ReadonlySet<string>
  /** the memory tests in an export of ours, as they were written; left out: there are none */
  tests?: (signal: AbortSignal) => AsyncIterable<unknown>
  /** files there that are not part of the source, to be reported */
  leftOut?: (signal: AbortSignal) => AsyncIterable<{ path: string; reason: SeedReason }>
}

/** A source that cannot be read; the message is in English, for the API and the command line. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'

  constructor(readonly problem: SourceProblem) {
    super(sourceProblemInEnglish(problem))
  }
}

/** A path on the server's disk that may not be read over the network. */
export class FolderNotAllowedError extends SourceError {
  override readonly name = 'FolderNotAllowedError'

  constructor(
    readonly path: string,
    readonly roots: readonly string[],
  ) {
    super({ code: 'folder_not_allowed', path, allowed: roots.join(', ') || 'none' })
  }
}

/** A moment of a snapshot. */
export function snapshotMoment(changes: SourceChange[]): SourceMoment {
  return {
    at: null,
    reference: null,
    message: null,
    author: null,
    actor: null,
    sessionId: null,
    toolUseId: null,
    batchKind: null,
    changes,
  }
}

/** Files of a snapshot per moment; memory holds only these. */
const FILES_PER_MOMENT = 64
const BYTES_PER_MOMENT = 1024 * 1024

/** Splits a long run of files into moments. */
export async function* inMoments(
  changes: AsyncIterable<SourceChange>,
): AsyncGenerator<SourceMoment> {
  let batch: SourceChange[] = []
  let bytes = 0
  for await (const change of changes) {
    batch.push(change)
    bytes += changeBytes(change)
    if (batch.length < FILES_PER_MOMENT && bytes < BYTES_PER_MOMENT) continue
    yield snapshotMoment(batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield snapshotMoment(batch)
}

/** The size of the content in a change. */
export function changeBytes(change: SourceChange): number {
  return 'bytes' in change ? (change.bytes?.length ?? 0) : 0
}

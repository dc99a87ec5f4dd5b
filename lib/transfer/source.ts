import type { Actor } from '@/lib/store/model/actor'
import type { BatchKind } from '@/lib/store/model/memory-version'
import type { SeedOrigin } from '@/lib/store/seeds'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** What one step of a source does to a path. */
export type SourceChange =
  /**
   * `memory` numbers, within the source, the memory that this gives birth to; `again`: it is a version
   * even where the path holds the same already. Only an export of ours says these.
   */
  | {
      op: 'write'
      path: string
      bytes: Buffer
      memory?: number | undefined
      again?: boolean | undefined
    }
  /** `bytes` null: the content stays */
  | { op: 'rename'; from: string; path: string; bytes: Buffer | null }
  | { op: 'delete'; path: string }
  /** the memory of that number, which was deleted, comes back */
  | { op: 'restore'; path: string; bytes: Buffer; memory: number }
  /** cannot be taken over, whatever the store says; what lies below the path is not known either */
  | { op: 'skip'; path: string; reason: SeedReason }

/** A moment of a source's history, or a part of a source that has none. */
export interface SourceMoment {
  /** milliseconds since 1970; null: now */
  at: number | null
  /** a name of the moment: a commit's id */
  reference: string | null
  message: string | null
  /** who did it, by name; of an export of ours, the actor itself */
  author: string | null
  actor: Actor | null
  sessionId: string | null
  toolUseId: string | null
  /** what an export of ours says that the moment was; null: it stood for itself, or there is no saying */
  batchKind: BatchKind | null
  changes: SourceChange[]
}

/** Something that a store can be seeded from. It can be read more than once. */
export interface Source {
  /** names the source, so that seeding again is recognised */
  label: string
  /** 'snapshot': the moments together are all that there is, and a path that is missing is gone */
  kind: 'snapshot' | 'history'
  /** To be read through `momentsOf`, which bounds how long it takes. Throws `SourceError`, and the signal's reason. */
  moments: (signal: AbortSignal) => AsyncIterable<SourceMoment>
  /** where it lies on the server's disk; left out for what was uploaded */
  origin?: SeedOrigin
  /** what lies there and is not part of the source, for the person to know of */
  leftOut?: (signal: AbortSignal) => AsyncIterable<{ path: string; reason: SeedReason }>
}

/** A source that cannot be read; the message is for the person who named it. */
export class SourceError extends Error {
  override readonly name: string = 'SourceError'
}

/** A place on the server's disk that nobody may have read over the network. */
export class FolderNotAllowedError extends SourceError {
  override readonly name = 'FolderNotAllowedError'
  readonly problem: { kind: 'folder_not_allowed'; path: string; roots: readonly string[] }

  constructor(path: string, roots: readonly string[]) {
    const allowed = roots.length === 0 ? 'no folder' : roots.join(', ')
    super(
      `${path} is not in a folder that this server may read: ${allowed} (never its own data). To allow another, set SEED_ROOTS and start the server again; palimpsest seed, run on that machine, reads any folder.`,
    )
    this.problem = { kind: 'folder_not_allowed', path, roots }
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

/** Files of a snapshot that go into a moment together, so that memory holds only these. */
const FILES_A_MOMENT = 64
const BYTES_A_MOMENT = 1024 * 1024

/** Parts a long run of files into moments. */
export async function* inMoments(
  changes: AsyncIterable<SourceChange>,
): AsyncGenerator<SourceMoment> {
  let batch: SourceChange[] = []
  let bytes = 0
  for await (const change of changes) {
    batch.push(change)
    bytes += changeBytes(change)
    if (batch.length < FILES_A_MOMENT && bytes < BYTES_A_MOMENT) continue
    yield snapshotMoment(batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield snapshotMoment(batch)
}

/** The bytes that a change carries. */
export function changeBytes(change: SourceChange): number {
  return 'bytes' in change ? (change.bytes?.length ?? 0) : 0
}

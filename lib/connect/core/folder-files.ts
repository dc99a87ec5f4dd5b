import type { Database } from '@/lib/db/database'
import type { UnwatchedFile } from '../model/connection'
import { type AgreedFile, agreedFiles } from '../sql/agreed-files'
import { type FileStat, isSameStat } from './file-stat'

/** The state of a path when the folder and its store last agreed about it. */
export type KnownFile = AgreedFile

/** A file that cannot be a memory, as it was when that was found. */
interface RefusedFile extends Pick<UnwatchedFile, 'reason'> {
  stat: FileStat | null
  /** whether it is the store that refuses it, which may change its mind */
  isByStore: boolean
}

type ByPath = Pick<ReadonlyMap<string, unknown>, 'has'>

/** The files of a watched folder as the process at work on it knows them, by the memories' paths. */
export class FolderFiles {
  private readonly refused = new Map<string, RefusedFile>()
  private readonly halfWritten = new Set<string>()

  private constructor(private readonly agreed: Map<string, KnownFile>) {}

  /** As an earlier process left them. */
  static async of(db: Database, connectionKey: number): Promise<FolderFiles> {
    const agreed = new Map<string, KnownFile>()
    for (let after = -1; ;) {
      const rows = await agreedFiles(db.bulk, { connectionKey, after, limit: FILES_PER_PAGE })
      for (const { nodeKey, path, ...file } of rows) {
        after = nodeKey
        agreed.set(path, file)
      }
      if (rows.length < FILES_PER_PAGE) return new FolderFiles(agreed)
    }
  }

  /** The files that both sides last agreed about. */
  get known(): ReadonlyMap<string, KnownFile> {
    return this.agreed
  }

  /** Returns the hash at a path by that agreement; null: there is nothing. */
  sha256At(path: string): string | null {
    return this.agreed.get(path)?.sha256 ?? null
  }

  /** Counts the files that are memories, and their bytes. */
  totals(): { fileCount: number; byteSize: number } {
    let byteSize = 0
    for (const { size } of this.agreed.values()) byteSize += size
    return { fileCount: this.agreed.size, byteSize }
  }

  /** Both sides agree about a path; null: nothing stands there. */
  agree(path: string, file: KnownFile | null): void {
    if (file) this.agreed.set(path, file)
    else this.agreed.delete(path)
  }

  /**
   * Returns whether a file need not be read: it is as both sides agreed, or as it was when it was
   * refused.
   */
  isUnchanged(path: string, stat: FileStat): boolean {
    const before = this.agreed.get(path)
    if (before && isSameStat(before, stat)) return true
    const refusal = this.refused.get(path)
    return refusal?.stat != null && !refusal.isByStore && isSameStat(refusal.stat, stat)
  }

  refuse(path: string, refusal: RefusedFile): void {
    this.refused.set(path, refusal)
  }

  /** It is looked at anew: what it was refused for is forgotten. */
  admit(path: string): void {
    this.refused.delete(path)
  }

  /** Forgets refused files that a look at all of the folder did not find. */
  forgetRefused(found: ByPath): void {
    for (const path of this.refused.keys()) if (!found.has(path)) this.refused.delete(path)
  }

  isAnyRefused(found: ByPath): boolean {
    return [...this.refused.keys()].some((path) => found.has(path))
  }

  refusedFiles(): UnwatchedFile[] {
    return [...this.refused].map(([path, { stat, reason }]) => {
      return { path, size: stat?.size ?? null, reason }
    })
  }

  /** It was found half written, and is to be looked at again. */
  lookAgainAt(path: string): void {
    this.halfWritten.add(path)
  }

  get hasHalfWritten(): boolean {
    return this.halfWritten.size > 0
  }

  /** Takes the paths that were found half written; from now on they count as looked at. */
  takeHalfWritten(): string[] {
    const paths = [...this.halfWritten]
    this.halfWritten.clear()
    return paths
  }
}

const FILES_PER_PAGE = 5000

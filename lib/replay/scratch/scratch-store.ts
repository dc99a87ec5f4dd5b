import { refuse } from '@/lib/store/model/problems'
import { checkedQuery, MATCHES_PER_MEMORY } from '@/lib/store/search/search-store'
import { checkContent, checkPath } from '@/lib/store/model/check-input'
import { containsFolded, findMatches } from '@/lib/text/matches'
import { ancestorPaths, comparePaths } from '@/lib/text/memory-path'
import type { Child, DocumentEntry, FoundText } from '@/lib/memory-tool/memory-files'
import type { Snapshot } from './snapshot'

/** A change that a sample made in a scratch store. */
export interface ScratchChange {
  readonly path: string
  readonly operation: 'created' | 'modified' | 'deleted'
  /** null: there was none, or there is none */
  readonly before: string | null
  readonly after: string | null
}

/**
 * A store that a sample reads and writes, and nothing else sees: a snapshot, without what is hidden,
 * and with what the sample wrote. It refuses what a store refuses, with the same problems; policies
 * and quarantines are not asked, for nothing is saved.
 */
export class ScratchStore {
  /** what stands at a path in place of the snapshot's; null: nothing */
  private readonly laid: Map<string, string | null>

  /** `hidden`: what stands, before the sample begins, in place of the snapshot's memories. */
  constructor(
    private readonly snapshot: Snapshot,
    private readonly hidden: ReadonlyMap<string, string | null>,
  ) {
    this.laid = new Map(hidden)
  }

  get storeId(): string {
    return this.snapshot.storeId
  }

  async contentAt(path: string): Promise<string | null> {
    const laid = this.laid.get(path)
    return laid === undefined ? this.snapshot.contentAt(path) : laid
  }

  async maxViewChars(): Promise<number> {
    return (await this.snapshot.settings()).maxViewChars
  }

  async children(directory: string): Promise<Child[]> {
    const prefix = `${directory}/`
    const sizes = new Map<string, number>()
    for (const { path, size } of await this.within(prefix)) {
      const end = path.indexOf('/', prefix.length)
      const child = end === -1 ? path : path.slice(0, end + 1)
      sizes.set(child, (sizes.get(child) ?? 0) + size)
    }
    return Array.from(sizes, ([path, size]) => ({ path, size })).sort((one, other) =>
      comparePaths(one.path, other.path),
    )
  }

  /** All memories whose path begins with this, in path order. */
  async within(prefix: string): Promise<DocumentEntry[]> {
    const files = await this.snapshot.list()
    const found: DocumentEntry[] = []
    for (let index = firstFrom(files, prefix); index < files.length; index++) {
      const file = files[index]
      if (!file?.path.startsWith(prefix)) break
      if (!this.laid.has(file.path)) found.push({ path: file.path, size: file.size })
    }
    const laid = [...this.laid].filter(([path, text]) => text !== null && path.startsWith(prefix))
    if (laid.length === 0) return found
    for (const [path, text] of laid) found.push({ path, size: Buffer.byteLength(text ?? '') })
    return found.sort((one, other) => comparePaths(one.path, other.path))
  }

  /** Hits with what was written last first, then as the snapshot has them. */
  async search(query: string, limit: number): Promise<FoundText> {
    const folded = checkedQuery(query)
    const found = await this.snapshot.search(query, limit + this.laid.size)
    const hitOf = (path: string, content: string) => {
      const matches = findMatches(content, folded, MATCHES_PER_MEMORY)
      return matches.length > 0 || containsFolded(path, folded) ? [{ path, matches }] : []
    }
    const written = [...this.laid]
      .filter(([path, text]) => text !== this.hidden.get(path))
      .toReversed()
      .flatMap(([path, text]) => (text === null ? [] : hitOf(path, text)))
    const stood = found.hits.flatMap(({ memory: { path }, matches }) => {
      const laid = this.laid.get(path)
      if (laid === undefined) return [{ path, matches }]
      return laid === null || laid !== this.hidden.get(path) ? [] : hitOf(path, laid)
    })
    const hits = [...written, ...stood]
    const hasMore = hits.length > limit || found.hasMore
    return { hits: hits.slice(0, limit), hasMore, unreadableCount: 0 }
  }

  /** Refuses `invalid_input`, `content_too_large`, `path_conflict`, `limit_reached`. */
  async create(path: string, content: string): Promise<void> {
    checkPath(path)
    checkContent(content)
    await this.refuseOversize(path, content)
    await this.refuseOverlap(path, path)
    await this.refuseFull(content)
    this.lay(path, content)
  }

  /** Refuses `memory_not_found`, `invalid_input`, `content_too_large`. */
  async edit(path: string, edit: (content: string) => string): Promise<void> {
    const before = await this.contentAt(path)
    if (before === null) return this.refuseMissing(path)
    const content = edit(before)
    checkContent(content)
    if (content === before) return
    await this.refuseOversize(path, content)
    this.lay(path, content)
  }

  /** Refuses as `create`, except for a path that is taken. Returns what it did. */
  async put(path: string, content: string): Promise<'created' | 'modified' | 'none'> {
    checkPath(path)
    checkContent(content)
    const before = await this.contentAt(path)
    if (before === null) {
      await this.create(path, content)
      return 'created'
    }
    if (before === content) return 'none'
    await this.refuseOversize(path, content)
    this.lay(path, content)
    return 'modified'
  }

  /** Removes the memory at a path, or all below that directory. Refuses `memory_not_found`. */
  async remove(path: string): Promise<void> {
    for (const { path: each } of await this.filesAt(path)) this.lay(each, null)
  }

  /** Refuses `memory_not_found`. */
  async removeFile(path: string): Promise<void> {
    if ((await this.contentAt(path)) === null) this.refuseMissing(path)
    this.lay(path, null)
  }

  /**
   * Moves the memory at a path, or all below that directory, within this store or to another. Refuses
   * `memory_not_found`, `invalid_input`, `moved_into_itself`, `path_conflict`.
   */
  async move(path: string, target: ScratchStore, newPath: string): Promise<void> {
    const files = await this.filesAt(path)
    const isWithin = target === this
    if (isWithin) {
      checkPath(newPath, 'new_path')
      if (newPath.startsWith(`${path}/`)) refuse({ kind: 'moved_into_itself', path, newPath })
    }
    const taken = await target.firstAt(newPath)
    if (taken !== null) conflict(newPath, taken)
    const moved: { from: string; to: string; content: string }[] = []
    for (const file of files) {
      const to = newPath + file.path.slice(path.length)
      checkPath(to, 'new_path')
      moved.push({ from: file.path, to, content: (await this.contentAt(file.path)) ?? '' })
    }
    // As if all were moved at once: what moves is in nobody's way.
    if (isWithin) for (const { from } of moved) this.laid.set(from, null)
    try {
      for (const { to, content } of moved) {
        if (!isWithin) await target.refuseOversize(to, content)
        await target.refuseOverlap(to, to)
        if (!isWithin) await target.refuseFull(content)
      }
    } catch (error) {
      if (isWithin) for (const { from, content } of moved) this.laid.set(from, content)
      throw error
    }
    for (const { from, to, content } of moved) {
      this.lay(from, null)
      target.lay(to, content)
    }
  }

  /** The changes that the sample made, in path order. */
  async changes(): Promise<ScratchChange[]> {
    const changes: ScratchChange[] = []
    for (const [path, after] of this.laid) {
      const hidden = this.hidden.get(path)
      const before = hidden === undefined ? await this.snapshot.contentAt(path) : hidden
      if (before === after) continue
      const isNew = before === null
      const operation = isNew ? 'created' : after === null ? 'deleted' : 'modified'
      changes.push({ path, operation, before, after })
    }
    return changes.sort((one, other) => comparePaths(one.path, other.path))
  }

  private lay(path: string, content: string | null): void {
    // At the end again: later changes come first in searches.
    this.laid.delete(path)
    this.laid.set(path, content)
  }

  private async filesAt(path: string): Promise<{ path: string }[]> {
    if ((await this.contentAt(path)) !== null) return [{ path }]
    const below = await this.within(`${path}/`)
    return below.length > 0 ? below : this.refuseMissing(path)
  }

  /** The first memory at a path or below that directory; null: there is none. */
  private async firstAt(path: string): Promise<string | null> {
    if ((await this.contentAt(path)) !== null) return path
    const [first] = await this.within(`${path}/`)
    return first?.path ?? null
  }

  /** Refuses a path of which a part is a memory, or that memories lie below. */
  private async refuseOverlap(path: string, asked: string): Promise<void> {
    for (const ancestor of ancestorPaths(path)) {
      if ((await this.contentAt(ancestor)) !== null) conflict(asked, ancestor)
    }
    const first = await this.firstAt(path)
    if (first !== null) conflict(asked, first)
  }

  private async refuseOversize(path: string, content: string): Promise<void> {
    const { maxContentBytes: limit } = await this.snapshot.settings()
    const size = Buffer.byteLength(content)
    if (size > limit) refuse({ kind: 'content_too_large', path, size, limit })
  }

  private async refuseFull(content: string): Promise<void> {
    const { maxMemories, maxBytes } = await this.snapshot.settings()
    if (maxMemories === null && maxBytes === null) return
    const files = await this.within('/')
    if (maxMemories !== null && files.length >= maxMemories) {
      refuse({ kind: 'limit_reached', limit: 'memories', maximum: maxMemories })
    }
    const bytes = files.reduce((sum, { size }) => sum + size, Buffer.byteLength(content))
    if (maxBytes !== null && bytes > maxBytes) {
      refuse({ kind: 'limit_reached', limit: 'bytes', maximum: maxBytes })
    }
  }

  private refuseMissing(path: string): never {
    return refuse({ kind: 'memory_not_found', storeId: this.storeId, memoryId: null, path })
  }
}

function conflict(path: string, conflictingPath: string): never {
  return refuse({ kind: 'path_conflict', path, conflictingPath, conflictingMemoryId: '' })
}

/** The place of the first path from this one on, in a list in path order. */
function firstFrom(files: readonly { path: string }[], from: string): number {
  let low = 0
  let high = files.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePaths(files[middle]?.path ?? '', from) < 0) low = middle + 1
    else high = middle
  }
  return low
}

import { type FSWatcher, watch } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import { turns } from '@/lib/turns'
import { diskCode } from './read-file'
import type { WatchedPaths } from './watched-paths'

/** Files that change together have settled after so long without a change, at most after the second. */
const QUIET_MS = 300
const MAX_MS = 2_000

export interface FolderWatch {
  stop(): Promise<void>
}

export interface Watching {
  /**
   * told the paths of memories that changed together, and whether files still change without a pause;
   * if none do any more, that is told with no paths
   */
  onSettled: (paths: string[], isMoreToCome: boolean) => void
  /** every change from then on is noticed */
  onReady: () => void
  /** the system has no watches left, or the like: the sweeps go on */
  onFault: () => void
}

/**
 * Watches a folder: each of its folders, which is told of the files in it. What it misses is found by
 * the next sweep. Links are not followed.
 */
export function watchFolder(
  root: string,
  isWatched: WatchedPaths,
  { onSettled, onReady, onFault }: Watching,
): FolderWatch {
  const settling = new Settling(onSettled)
  const watched = new WatchedTree(root, isWatched, {
    onChanged: (memoryPath) => settling.add(memoryPath),
    onFault,
  })
  void watched.add('').then(() => {
    if (!watched.isStopped) onReady()
  })
  return {
    stop: async () => {
      settling.stop()
      watched.stop()
    },
  }
}

const UNWATCHED = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']

interface TreeEvents {
  onChanged: (memoryPath: string) => void
  onFault: () => void
}

/** The folders below a root that are watched, by their paths in it; that of the root is empty. */
class WatchedTree {
  private readonly watchers = new Map<string, FSWatcher>()
  private readonly stopping = new AbortController()
  private readonly maybeYield = turns(this.stopping.signal)
  private isFaulty = false

  constructor(
    private readonly root: string,
    private readonly isWatched: WatchedPaths,
    private readonly events: TreeEvents,
  ) {}

  /** Watches a folder and those below it, then what changes in them is told. Never rejects. */
  async add(folder: string): Promise<void> {
    try {
      await this.addBelow(folder)
    } catch (error) {
      if (!this.isStopped) this.fail(error)
    }
  }

  stop(): void {
    this.stopping.abort()
    for (const watcher of this.watchers.values()) watcher.close()
    this.watchers.clear()
  }

  get isStopped(): boolean {
    return this.stopping.signal.aborted
  }

  private async addBelow(folder: string): Promise<void> {
    this.stopping.signal.throwIfAborted()
    const at = path.join(this.root, folder)
    this.watchers.get(folder)?.close()
    const watcher = watch(at, (event, name) => this.onEvent(folder, event, name))
    this.watchers.set(folder, watcher)
    watcher.on('error', () => this.drop(folder))
    for await (const entry of await opendir(at)) {
      await this.maybeYield()
      const below = `${folder}/${entry.name}`
      if (entry.isDirectory() && this.isWatched(below)) await this.add(below)
    }
  }

  private onEvent(folder: string, event: string, name: string | null): void {
    if (name === null) return this.events.onChanged(folder === '' ? '/' : folder)
    const memoryPath = `${folder}/${name}`
    if (!this.isWatched(memoryPath)) return
    this.events.onChanged(memoryPath)
    if (event === 'rename') void this.look(memoryPath)
  }

  /**
   * Looks at a path that came or went, as it may be a folder. What stood in it before it was
   * watched is told with it.
   */
  private async look(memoryPath: string): Promise<void> {
    const stats = await lstat(path.join(this.root, memoryPath)).catch(() => null)
    if (this.isStopped) return
    this.dropBelow(memoryPath)
    if (!stats?.isDirectory()) return
    await this.add(memoryPath)
    this.events.onChanged(memoryPath)
  }

  private dropBelow(memoryPath: string): void {
    if (!this.watchers.has(memoryPath)) return
    for (const folder of this.watchers.keys()) {
      if (folder === memoryPath || folder.startsWith(`${memoryPath}/`)) this.drop(folder)
    }
  }

  private drop(folder: string): void {
    this.watchers.get(folder)?.close()
    this.watchers.delete(folder)
  }

  /** A folder that went meanwhile, or that may not be read, is not watched. */
  private fail(error: unknown): void {
    if (this.isFaulty || UNWATCHED.includes(diskCode(error) ?? '')) return
    this.isFaulty = true
    this.events.onFault()
  }
}

/** Collects paths until nothing was added for a while. */
class Settling {
  private paths = new Set<string>()
  private quiet: NodeJS.Timeout | null = null
  private longest: NodeJS.Timeout | null = null

  constructor(private readonly onSettled: Watching['onSettled']) {}

  add(memoryPath: string): void {
    this.paths.add(memoryPath)
    if (this.quiet) clearTimeout(this.quiet)
    this.quiet = setTimeout(() => {
      this.stop()
      this.tell(false)
    }, QUIET_MS)
    this.longest ??= setTimeout(() => {
      this.longest = null
      this.tell(true)
    }, MAX_MS)
  }

  stop(): void {
    if (this.quiet) clearTimeout(this.quiet)
    if (this.longest) clearTimeout(this.longest)
    this.quiet = null
    this.longest = null
  }

  private tell(isMoreToCome: boolean): void {
    const paths = [...this.paths]
    this.paths = new Set()
    this.onSettled(paths, isMoreToCome)
  }
}

import path from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
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

/** Watches a folder. What it misses is found by the next sweep. Links are not followed. */
export function watchFolder(
  root: string,
  isWatched: WatchedPaths,
  { onSettled, onReady, onFault }: Watching,
): FolderWatch {
  const settling = new Settling(onSettled)
  const watcher: FSWatcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignorePermissionErrors: true,
    ignored: (file) => file !== root && !isWatched(pathIn(root, file)),
  })
  watcher.on('all', (_event, file) => {
    if (file !== root) settling.add(pathIn(root, file))
  })
  watcher.once('ready', onReady)
  watcher.once('error', onFault)
  watcher.on('error', () => {})
  return {
    stop: async () => {
      settling.stop()
      await watcher.close()
    },
  }
}

const pathIn = (root: string, file: string) =>
  `/${path.relative(root, file).split(path.sep).join('/')}`

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

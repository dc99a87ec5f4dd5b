import { settings } from '@/lib/settings'
import { type DiskReach, resolvedReach } from '@/lib/transfer/disk-reach'

/**
 * Returns the folders that may be watched: `WATCH_ROOTS`, never the server's own data. Links are
 * resolved.
 */
export async function watchReach(): Promise<DiskReach> {
  const { watchRoots, dataDir } = settings()
  return resolvedReach({ roots: watchRoots, closed: [dataDir] })
}

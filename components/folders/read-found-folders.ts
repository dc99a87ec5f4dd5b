import 'server-only'
import { findFolders } from '@/lib/connect/find-folders'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import type { ShownFound } from './found-folders'
import { displayedFolder } from './read-folders'

/** A page whose reader left looks no further. */
const TIMEOUT_MS = 10_000

/** The folders that agents of this machine keep and nobody watches yet. */
export async function readFoundFolders(): Promise<ShownFound[]> {
  const found = await findFolders(
    database(),
    settings().agentHomes,
    AbortSignal.timeout(TIMEOUT_MS),
  )
  return found
    .filter(({ isConnected }) => !isConnected)
    .map(({ isConnected: _, ...folder }) => ({
      ...folder,
      displayedFolder: displayedFolder(folder.location),
    }))
}

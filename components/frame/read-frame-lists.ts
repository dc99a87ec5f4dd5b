import 'server-only'
import { cache } from 'react'
import { listSessions } from '@/lib/agent/list-sessions'
import { countTroubled } from '@/lib/connect/count-troubled'
import { database } from '@/lib/db/open-database'
import { countStores, listStores } from '@/lib/store/stores/read-stores'
import { countOpenChangesets } from '@/lib/review/changesets/list-changesets'
import type { FrameLists } from './frame-lists'
import { MAX_OPEN, MAX_STORES } from './most-counted'

const RUNNING_SHOWN = 5
const STORES_SHOWN = 8

/** The lists of the sidebar, from the database. */
export async function readFrameLists(): Promise<FrameLists> {
  const [openChangesets, troubledFolders, running, { stores }, storeCount] = await Promise.all([
    countOpenChangesets(database(), MAX_OPEN),
    countTroubled(database()),
    listSessions(database(), { limit: RUNNING_SHOWN, statuses: ['running'] }),
    listStores(database(), { limit: STORES_SHOWN }),
    countStores(database(), MAX_STORES + 1),
  ])
  return {
    openChangesets,
    troubledFolders,
    running: running.sessions.map(({ id, title }) => ({ id, title })),
    isMoreRunning: running.next !== null,
    stores: stores.map(({ id, name }) => ({ id, name })),
    storeCount,
  }
}

/**
 * Reads the lists; empty while the database cannot be read: the page in the frame says why. Read
 * once for a request.
 */
export const frameListsOrNone = cache((): Promise<FrameLists> =>
  readFrameLists().catch(() => ({
    openChangesets: 0,
    troubledFolders: 0,
    running: [],
    isMoreRunning: false,
    stores: [],
    storeCount: 0,
  })),
)

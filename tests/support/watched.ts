import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { conflictOf } from '@/lib/folders/conflicts'
import { connect, findConnection } from '@/lib/folders/connections'
import { FolderWork } from '@/lib/folders/worker'
import { putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { test as base } from './fixtures'
import { put } from './seeding'
import { textsOf, versionsIn } from './written'

interface How {
  isTwoWay?: boolean
  only?: string[]
  preset?: 'claude_code' | 'folder'
}

export const BOTH_WAYS: How = { isTwoWay: true }

/** Tests whose own store comes in step with their own folder, or with one in it. */
export const test = base.extend(
  'watch',
  ({ storeId, folder }) =>
    (files: Record<string, string>, { within = '', ...how }: How & { within?: string } = {}) =>
      watched(storeId, path.join(folder, within), files, how),
)

/** A folder of this machine that is in step with a store, looked at only when the test says so. */
export async function watched(
  storeId: string,
  folder: string,
  files: Record<string, string>,
  how: How = {},
) {
  for (const [name, text] of Object.entries(files)) put(folder, name, text)
  const { isTwoWay = false, only = null, preset = 'folder' } = how
  const { id } = await connect({ storeId, folder, preset, only, isTwoWay }, BY_PERSON)
  const work = new FolderWork(id)
  const never = new AbortController().signal
  const look = async () => {
    for (const kept of work.kept.values()) kept.until = 0
    return work.look(never)
  }
  await look()
  const file = (name: string) => path.join(folder, name)
  const idOf = async (name: string) => (await getMemory({ storeId, path: name }, 'basic')).id
  return {
    id,
    look,
    // On the disk.
    file,
    write: (name: string, text: string) => writeFileSync(file(name), text),
    put: (name: string, text: string) => put(folder, name, text),
    read: (name: string) => readFileSync(file(name), 'utf8'),
    has: (name: string) => existsSync(file(name)),
    erase: (name: string) => rmSync(file(name), { recursive: true }),
    rename: (from: string, to: string) => renameSync(file(from), file(to)),
    // In the store, by a person.
    store: (name: string, content: string) =>
      putMemory({ storeId, path: name, content }, BY_PERSON),
    move: async (from: string, to: string) =>
      updateMemory({ storeId, memoryId: await idOf(from), path: to }, BY_PERSON),
    remove: (name: string) => removeMemory({ storeId, path: name }, BY_PERSON),
    idOf,
    conflict: async (name: string) => conflictOf(storeId, await idOf(name)),
    versions: () => versionsIn(storeId),
    /** what the last look says */
    told: async () => {
      const connection = await findConnection(id)
      if (!connection) throw new Error('it is in step no more')
      return connection
    },
    texts: () => textsOf(storeId),
  }
}

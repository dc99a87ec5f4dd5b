import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connect, findConnection } from '@/lib/folders/connections'
import { FolderWork } from '@/lib/folders/worker'
import { BY_PERSON } from '@/lib/store/model/actor'
import { put } from './seeding'
import { textsOf } from './written'

/** A folder of this machine that is in step with a store, looked at only when the test says so. */
export async function watched(
  storeId: string,
  folder: string,
  files: Record<string, string>,
  how: { isTwoWay?: boolean; only?: string[]; preset?: 'claude_code' | 'folder' } = {},
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
  return {
    id,
    look,
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
    put: (name: string, text: string) => put(folder, name, text),
    read: (name: string) => readFileSync(path.join(folder, name), 'utf8'),
    erase: (name: string) => rmSync(path.join(folder, name), { recursive: true }),
    /** what the last look says */
    told: async () => {
      const connection = await findConnection(id)
      if (!connection) throw new Error('it is in step no more')
      return connection
    },
    texts: () => textsOf(storeId),
  }
}

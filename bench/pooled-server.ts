// Run by servers.ts as one of several servers of one database, without pages and API: follows a store
// and writes to stores as it is told by messages.
import { setMaxListeners } from 'node:events'
import { openDatabase } from '@/lib/db/open-database'
import { startCompressing } from '@/lib/store/background/version-compressor'
import { followEvents } from '@/lib/store/events/follow-events'
import { createMemory } from '@/lib/store/memories/change-memories'
import type { ServerAnswer, ServerTask } from './servers'

const [url = '', directUrl = ''] = process.argv.slice(2)
const isPooled = directUrl !== ''
const db = openDatabase(url, { isPooled, directUrl: directUrl || null, events: 'listen' })
startCompressing(db)

const cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } } as const
const CONTENT = 'x'.repeat(1024)

/** Longest wait for what was written last. */
const MAX_WAIT_MS = 8_000

const now = () => performance.timeOrigin + performance.now()
let heard = 0
let delays: number[] = []
let leaving = new AbortController()

async function follow(storeId: string): Promise<void> {
  for await (const { version } of followEvents(db, { storeId, after: 0, signal: leaving.signal })) {
    heard++
    const [, writtenAt] = /^\/w\/([\d.]+)-/.exec(version?.path ?? '') ?? []
    if (writtenAt !== undefined) delays.push(now() - Number(writtenAt))
  }
}

async function write(stores: readonly string[], ms: number): Promise<number> {
  const end = performance.now() + ms
  let written = 0
  const writing = async (storeId: string, writer: number) => {
    while (performance.now() < end) {
      const path = `/w/${now()}-${process.pid}-${writer}-${written++}.md`
      await createMemory(db, { storeId, path, content: CONTENT, cause })
    }
  }
  await Promise.all(stores.map(writing))
  return written
}

async function carryOut(task: ServerTask): Promise<ServerAnswer> {
  if (task.act === 'write') return { written: await write(task.stores, task.ms) }
  if (task.act === 'follow') {
    heard = 0
    delays = []
    leaving = new AbortController()
    setMaxListeners(0, leaving.signal)
    for (let at = 0; at < task.count; at++) void follow(task.storeId)
    return {}
  }
  const end = performance.now() + MAX_WAIT_MS
  while (heard < task.expected && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  leaving.abort()
  return { heard, delays }
}

process.on('message', (task: ServerTask) => {
  void carryOut(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.send?.({})

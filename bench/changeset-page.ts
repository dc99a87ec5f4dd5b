import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { moment, numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { ask, get } from './http-call'
import { clocked, type Side, inTurns } from './measure'
import { part } from './part'

/** Lines of each memory, and those that the agent changes, three apart from each other. */
const LINES = 200
const CHANGED = [20, 100, 180]

/** The page of a changeset: what the server takes to answer it, and what it sends. */
export const changesetPart = part(
  {
    /** changed memories of the changesets */
    memories: [[5, 50], [2]],
    rounds: [40, 1],
  },
  async ({ memories, rounds }, ground) => {
    const sides: Side[] = []
    for (const count of memories) {
      const address = `${(await ground.server()).url}/review/${await changesetOf(ground, count)}`
      const read = async () => (await ask(address)).text()
      sides.push({
        name: `${count} memories, ${CHANGED.length} hunks each`,
        act: clocked(read),
        notes: [`${Math.round(gzipSync(await read()).length / 1024)} kB compressed`],
      })
    }
    return inTurns('a changeset’s page: the server’s answer', sides, { rounds, warmUp: 1 })
  },
)

/**
 * Returns the id of a changeset in which an agent changed `count` memories that somebody seeded.
 */
async function changesetOf(ground: Ground, count: number): Promise<string> {
  const { url, api } = await ground.server()
  const paths = numbers(count).map((index) => `/notes/${index}.md`)
  const seeded = paths.map((path) => ({ path, content: textOf(path, '') }))
  const id = await storeOf(url, `Changed ${count}`, [moment(0, seeded)])
  for await (const memory of api.memoryStores.memories.list(id, { path_prefix: '/notes/' })) {
    if (memory.type !== 'memory') continue
    const content = textOf(memory.path, ', as the agent found out')
    await api.memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  return examined(url, id)
}

function textOf(path: string, found: string): string {
  const lines = numbers(LINES).map((line) => {
    const fact = `- fact ${line} of ${path}: what somebody wrote down about it`
    return CHANGED.includes(line) ? `${fact}${found}` : fact
  })
  return `${lines.join('\n')}\n`
}

/** The store's changeset, once its reasons are known. */
async function examined(url: string, storeId: string): Promise<string> {
  for (;;) {
    const address = `${url}/v1/changesets?store_id=${storeId}`
    const { data } = await get<{ data: { id: string; examined: boolean }[] }>(address)
    if (data[0]?.examined) return data[0].id
    await pause(100)
  }
}

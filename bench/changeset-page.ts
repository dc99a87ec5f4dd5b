import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { moment, numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { ask, get } from './http-call'
import { clocked, type Side, inTurns } from './measure'
import { connection } from './mcp'
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
      const page = await read()
      sides.push({
        name: `${count} memories, ${CHANGED.length} hunks each`,
        act: clocked(read),
        notes: [
          `${Math.round(page.length / 1000)} kB, ${Math.round(gzipSync(page).length / 1000)} compressed`,
        ],
      })
    }
    return inTurns('a changeset’s page: the server’s answer', sides, { rounds, warmUp: 1 })
  },
)

/**
 * Returns the id of a changeset in which an agent changed `count` memories that somebody seeded. It
 * writes over MCP: over the API it would be the same program that seeded them.
 */
async function changesetOf(ground: Ground, count: number): Promise<string> {
  const { url } = await ground.server()
  const agent = ground.keep(new Agent({ keepAlive: true }), (each) => each.destroy())
  const paths = numbers(count).map((index) => `/notes/${index}.md`)
  const seeded = paths.map((path) => ({ path, content: textOf(path, '') }))
  const id = await storeOf(url, `Changed ${count}`, [moment(0, seeded)])
  const { modern } = connection(agent, `${url}/mcp?store=${id}`)
  for (const path of paths) {
    // An agent overwrites only what it has read.
    await modern('memory_read', { path })
    await modern('memory_write', { path, content: textOf(path, ', as the agent found out') })
  }
  return examined(url, id, CHANGED.length * count)
}

function textOf(path: string, found: string): string {
  const lines = numbers(LINES).map((line) => {
    const fact = `- fact ${line} of ${path}: what somebody wrote down about it`
    return CHANGED.includes(line) ? `${fact}${found}` : fact
  })
  return `${lines.join('\n')}\n`
}

interface Listed {
  id: string
  examined: boolean
  counts: { hunks: number }
}

/** The store's changeset of so many hunks, once its reasons are known. */
async function examined(url: string, storeId: string, hunks: number): Promise<string> {
  for (;;) {
    const address = `${url}/v1/changesets?store_id=${storeId}`
    const { data } = await get<{ data: Listed[] }>(address)
    const found = data.find((each) => each.examined && each.counts.hunks === hunks)
    if (found) return found.id
    await pause(100)
  }
}

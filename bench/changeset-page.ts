import { gzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import type { Ground } from './ground'
import { importLines } from './import-lines'
import { percentile, type Row, timesOf, withRatios } from './measure'
import { part } from './part'

interface Sizes {
  /** changed memories of the changesets; the first is the baseline */
  memories: readonly number[]
  runs: number
}

/** Lines of each memory, and those that the agent changes, three apart from each other. */
const LINES = 200
const CHANGED = [20, 100, 180]

/** The page of a changeset: what the server takes to answer it, and what it sends. */
export const changesetPagePart = part<Sizes>(
  { full: { memories: [5, 50], runs: 40 }, smoke: { memories: [2], runs: 1 } },
  changesetPageRows,
)

async function changesetPageRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const { url } = await ground.server()
  const rows: Row[] = []
  for (const count of sizes.memories) {
    const address = `${url}/review/${await changesetOf(url, count)}`
    let sent = 0
    const times = await timesOf(sizes.runs, async () => {
      const page = await (await fetch(address)).text()
      sent ||= gzipSync(page).length
    })
    rows.push({
      group: 'a changeset’s page: the server’s answer',
      name: `${count} memories, ${CHANGED.length} hunks each`,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      note: `${Math.round(sent / 1024)} kB compressed`,
    })
  }
  return withRatios(rows, rows[0]?.name ?? '', 'p50')
}

/** The id of a changeset in which an agent changed so many memories that somebody seeded. */
async function changesetOf(url: string, count: number): Promise<string> {
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: url })
  const { id } = await beta.memoryStores.create({ name: `Changed ${count}` })
  const paths = Array.from({ length: count }, (_, index) => `/notes/${index}.md`)
  const changes = paths.map((path) => ({ op: 'write', path, content: textOf(path, '') }))
  await importLines(url, id, [{ at: new Date(0).toISOString(), author: 'somebody', changes }])
  for await (const memory of beta.memoryStores.memories.list(id, { path_prefix: '/notes/' })) {
    if (memory.type !== 'memory') continue
    const content = textOf(memory.path, ', as the agent found out')
    await beta.memoryStores.memories.update(memory.id, { memory_store_id: id, content })
  }
  return examined(url, id)
}

function textOf(path: string, found: string): string {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const fact = `- fact ${line} of ${path}: what somebody wrote down about it`
    return CHANGED.includes(line) ? `${fact}${found}` : fact
  })
  return `${lines.join('\n')}\n`
}

/** The store's changeset, once its reasons are known. */
async function examined(url: string, storeId: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/v1/changesets?store_id=${storeId}`)
    const { data } = (await answer.json()) as { data: { id: string; examined: boolean }[] }
    if (data[0]?.examined) return data[0].id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

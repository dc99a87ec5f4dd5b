import { readFileSync } from 'node:fs'
import path from 'node:path'
import { takeUp } from '@/lib/folders/take-up'
import { FolderWork } from '@/lib/folders/worker'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { drawn } from '@/tests/support/drawn'
import { expect } from '@/tests/support/fixtures'
import { callTool, test } from '@/tests/support/mcp-client'
import { put } from '@/tests/support/seeding'
import { textsOf } from '@/tests/support/written'

const lineOf = (agent: string, round: number) => `- ${agent}: ${round}\n`

/** A line of each agent, far enough from the others that both sides of one do not meet. */
const shared = (round: number) =>
  ['A', 'B', 'C', 'D'].map((agent) => `${lineOf(agent, round)}\nbetween\n\n`).join('')

test('of four agents that write at once, three over MCP and one in the folder, nothing is lost', async ({
  peer,
  folder,
}) => {
  const rounds = drawn({ sqlite: 12, postgresql: 0 }).numRuns
  put(folder, 'shared.md', shared(0))
  const asked = { folder, preset: 'folder' as const, name: 'Four', only: null, isTwoWay: true }
  const { id, storeId } = await takeUp(asked, BY_PERSON)
  const overMcp = async (agent: string) => {
    const client = await peer({ key: { access: 'write', storeIds: [storeId] } })
    for (let round = 1; round <= rounds; round++) {
      const own = { old_str: lineOf(agent, round - 1), new_str: lineOf(agent, round) }
      const edit = () => callTool(client, 'memory_edit', { path: '/shared.md', ...own })
      await expect.poll(async () => (await edit()).isError).toBe(false)
      const content = `${agent} ${round}\n`
      await callTool(client, 'memory_write', { path: `/${agent}/${round}.md`, content })
    }
  }
  const work = new FolderWork(id)
  const look = () => work.look(new AbortController().signal)
  const file = path.join(folder, 'shared.md')
  const inFolder = async () => {
    for (let round = 1; round <= rounds; round++) {
      const text = readFileSync(file, 'utf8')
      put(folder, 'shared.md', text.replace(lineOf('D', round - 1), lineOf('D', round)))
      put(folder, `D/${round}.md`, `D ${round}\n`)
      await look()
    }
  }
  await Promise.all([...['A', 'B', 'C'].map(overMcp), inFolder()])
  const isInStep = async () => {
    const { lastSequence } = await getStore(storeId)
    await look()
    return (await getStore(storeId)).lastSequence === lastSequence
  }
  await expect.poll(isInStep).toBe(true)
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1)
  const written = ['A', 'B', 'C', 'D'].flatMap((agent) =>
    numbers.map((round) => [`/${agent}/${round}.md`, `${agent} ${round}\n`] as const),
  )
  const all = { ...Object.fromEntries(written), '/shared.md': shared(rounds) }
  expect(await textsOf(storeId)).toEqual(all)
  const onDisk = Object.keys(all).map((name) => [
    name,
    readFileSync(path.join(folder, name), 'utf8'),
  ])
  expect(Object.fromEntries(onDisk)).toEqual(all)
}, 300_000)

import type { Page } from 'playwright/test'
import { openComparison } from './comparison'
import { CONTENT } from './dashboard'
import { storeOf } from './fill'
import type { Ground } from './ground'
import { type Act, inTurns, type Side } from './measure'
import { part } from './part'
import { startProgram } from './server'
import { noteWhenPainted, PACE_MS, pacedWrites, paintedAfter } from './until-painted'
import { openSession, say, writing } from './working-session'

const WIDTH = 1280
const HEIGHT = 720

/** Height at which the tree shows all memories of a round: nothing out of sight is painted. */
const TALL = 1600

/**
 * Measures the time until a person sees an event, in turns: a call on its card, its memory in
 * another window's tree, a write by the API on the memory's page, a comparison. Events that were
 * never painted are counted.
 */
export const eyePart = part(
  {
    rounds: [5, 1],
    /** calls of the model, writes by the API and writes to the bare page, each a round */
    calls: [25, 2],
    /** of two versions, a round */
    comparisons: [10, 1],
    /** rounds before those that count: they load the code that renders what is seen */
    warmUp: [1, 0],
  },
  async ({ rounds, calls, comparisons, warmUp }, ground) => {
    const session = await watchedSession(ground, calls)
    const versions = (rounds + warmUp) * comparisons
    const compare = await openComparison(ground, { name: 'eye', versions })
    const sides: Side[] = [
      {
        name: 'a write to a bare server, on a page that only shows it',
        act: await bareWrites(ground, calls),
      },
      { name: 'a call, as done on its card', aim: 100, act: session.cards },
      { name: 'a call, in another window’s tree', aim: 100, act: session.tree },
      {
        name: 'a write by the API, on the memory’s page',
        aim: 100,
        act: await apiWrites(ground, calls),
      },
      {
        name: 'two versions of 100 kB compared, by the server',
        aim: 150,
        act: async (round) => {
          const times: number[] = []
          while (times.length < comparisons) {
            times.push(await compare(round * comparisons + times.length))
          }
          return { times }
        },
      },
    ]
    const group = 'from call to eye: milliseconds until it is painted'
    return inTurns(group, sides, { rounds, warmUp })
  },
)

/** A session that is looked at, with its store in another window; both watch the same calls. */
async function watchedSession(ground: Ground, calls: number): Promise<{ cards: Act; tree: Act }> {
  const { storeId, sessionId } = await openSession(ground, 'seen')
  const session = await ground.page(WIDTH, HEIGHT)
  const store = await ground.page(WIDTH, TALL)
  await session.goto(`/sessions/${sessionId}`)
  await session.locator('html[data-ready]').waitFor({ state: 'attached' })
  await store.goto(`/stores/${storeId}`)
  await store.getByText('Memories').first().waitFor()
  const pattern = /seen(\d+-\d+)\.md/
  await noteWhenPainted(session, { selector: 'article[data-state="done"]', pattern })
  await noteWhenPainted(store, { selector: '[role="treeitem"]', pattern })
  let round = 0
  const watchOn =
    (page: Page): Act =>
    async () => {
      const name = `seen${++round}`
      const before = ground.model.answers('seen').length
      ground.model.rule('seen', writing(name, calls, PACE_MS))
      await say(ground, sessionId, 'Write.')
      const told = ground.model.answers('seen').slice(before, before + calls)
      const asked = new Map(told.map(({ sentAt }, index) => [`${round}-${index}`, sentAt]))
      const times = await paintedAfter(page, asked)
      await emptyStore(ground, storeId)
      const left = store.locator('[role=treeitem]', { hasText: `${name}-0.md` })
      await left.waitFor({ state: 'detached' })
      return { times }
    }
  return { cards: watchOn(session), tree: watchOn(store) }
}

async function emptyStore(ground: Ground, storeId: string): Promise<void> {
  const { memories } = (await ground.server()).api.memoryStores
  for await (const memory of memories.list(storeId, { limit: 100 })) {
    if (memory.type === 'memory') await memories.delete(memory.id, { memory_store_id: storeId })
  }
}

async function apiWrites(ground: Ground, writes: number): Promise<Act> {
  const { url, api } = await ground.server()
  const { memories } = api.memoryStores
  const storeId = await storeOf(url, 'written to')
  const { id } = await memories.create(storeId, { path: '/a.md', content: 'turn zero.' })
  const page = await ground.page(WIDTH, HEIGHT)
  await page.goto(`/stores/${storeId}?path=/a.md`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
  return pacedWrites(page, CONTENT, writes, (content) =>
    memories.update(id, { memory_store_id: storeId, content }),
  )
}

async function bareWrites(ground: Ground, writes: number): Promise<Act> {
  const { url } = ground.keep(await startProgram(['bench/bare-events.mjs']), (bare) => bare.stop())
  const page = await ground.page(WIDTH, HEIGHT)
  await page.goto(url)
  return pacedWrites(page, 'p', writes, (body) => fetch(url, { method: 'POST', body }))
}

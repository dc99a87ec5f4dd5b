import type { Page } from '@playwright/test'
import { openComparison } from './comparison'
import { CONTENT } from './dashboard'
import { storeOf } from './fill'
import type { Ground } from './ground'
import { inTurns, type Side, type Times, timesRow, withRatios } from './measure'
import { part } from './part'
import { startProgram } from './server'
import { noteWhenPainted, PACE_MS, pacedWrites, paintedAfter } from './until-painted'
import { openSession, say, writing } from './working-session'

const WIDTH = 1280
const HEIGHT = 720

/** In which the tree shows all memories of a round: what is out of sight is not painted. */
const TALL = 1600

/**
 * From what happens until a person sees it, in turns: a call on its card, its memory in another
 * window's tree, a write by the API on the memory's page, a comparison. What was never painted is
 * counted.
 */
export const eyePart = part(
  {
    rounds: [5, 1],
    /** calls of the model, writes by the API and writes to the bare page, each a round */
    calls: [25, 2],
    /** of two versions, a round */
    comparisons: [10, 1],
    /** calls and writes before those that count: they load the code that renders them */
    warmUp: [4, 0],
  },
  async ({ rounds, calls, comparisons, warmUp }, ground) => {
    const session = await watchedSession(ground)
    const versions = rounds * comparisons + warmUp
    const compare = await openComparison(ground, { name: 'eye', versions })
    let compared = 0
    const sides: (Omit<Side, 'act'> & { watch: Watch; times: number })[] = [
      {
        name: 'a write to a bare server, on a page that only shows it',
        watch: await bareWrites(ground),
        times: calls,
      },
      { name: 'a call, as done on its card', aim: 100, watch: session.cards, times: calls },
      { name: 'a call, in another window’s tree', aim: 100, watch: session.tree, times: calls },
      {
        name: 'a write by the API, on the memory’s page',
        aim: 100,
        watch: await apiWrites(ground),
        times: calls,
      },
      {
        name: 'two versions of 100 kB compared, by the server',
        aim: 150,
        watch: async (times) => {
          const painted: number[] = []
          for (let each = 0; each < times; each++) painted.push(await compare(compared++))
          return painted
        },
        times: comparisons,
      },
    ]
    if (warmUp > 0) for (const { watch } of sides) await watch(warmUp)
    const measured = await inTurns(sides, rounds, ({ watch, times }) => watch(times))
    const group = 'from call to eye: milliseconds until it is painted'
    return withRatios(
      measured.map(({ name, figures, ...side }) => timesRow(group, name, figures, side)),
    )
  },
)

/** Does something a few times; milliseconds until each was painted, null for what never was. */
type Watch = (times: number) => Promise<Times>

/** A session that is looked at, with its store in another window; both watch the same calls. */
async function watchedSession(ground: Ground): Promise<{ cards: Watch; tree: Watch }> {
  const { storeId, sessionId } = await openSession(ground, 'seen')
  const session = await ground.page(WIDTH, HEIGHT)
  const store = await ground.page(WIDTH, TALL)
  await session.goto(`/sessions/${sessionId}`)
  await session.getByText('Say something to begin.').waitFor()
  await store.goto(`/stores/${storeId}`)
  await store.getByText('Memories').first().waitFor()
  const pattern = /seen(\d+-\d+)\.md/
  await noteWhenPainted(session, { selector: 'article[data-state="done"]', pattern })
  await noteWhenPainted(store, { selector: '[role="treeitem"]', pattern })
  let round = 0
  const watchOn =
    (page: Page): Watch =>
    async (times) => {
      const name = `seen${++round}`
      const before = ground.model.answers('seen').length
      ground.model.rule('seen', writing(name, times, PACE_MS))
      await say(ground, sessionId, 'Write.')
      const told = ground.model.answers('seen').slice(before, before + times)
      const asked = new Map(told.map(({ sentAt }, index) => [`${round}-${index}`, sentAt]))
      const painted = await paintedAfter(page, asked)
      await emptyStore(ground, storeId)
      const left = store.locator('[role=treeitem]', { hasText: `${name}-0.md` })
      await left.waitFor({ state: 'detached' })
      return painted
    }
  return { cards: watchOn(session), tree: watchOn(store) }
}

async function emptyStore(ground: Ground, storeId: string): Promise<void> {
  const { memories } = (await ground.api()).memoryStores
  for await (const memory of memories.list(storeId, { limit: 100 })) {
    if (memory.type === 'memory') await memories.delete(memory.id, { memory_store_id: storeId })
  }
}

async function apiWrites(ground: Ground): Promise<Watch> {
  const { memories } = (await ground.api()).memoryStores
  const storeId = await storeOf((await ground.server()).url, 'written to')
  const { id } = await memories.create(storeId, { path: '/a.md', content: 'turn zero.' })
  const page = await ground.page(WIDTH, HEIGHT)
  await page.goto(`/stores/${storeId}?path=/a.md`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
  return pacedWrites(page, CONTENT, (content) =>
    memories.update(id, { memory_store_id: storeId, content }),
  )
}

async function bareWrites(ground: Ground): Promise<Watch> {
  const { url } = ground.keep(await startProgram(['bench/bare-events.mjs']), (bare) => bare.stop())
  const page = await ground.page(WIDTH, HEIGHT)
  await page.goto(url)
  return pacedWrites(page, 'p', (body) => fetch(url, { method: 'POST', body }))
}

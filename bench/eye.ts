import Anthropic from '@anthropic-ai/sdk'
import type { Page } from '@playwright/test'
import { type Comparison, openComparison } from './comparison'
import type { Ground } from './ground'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { startBareEvents } from './server'
import { noteWhenPainted, paintedAfter } from './when-painted'
import { type OpenedSession, openSession, write } from './working-session'

interface Sizes {
  rounds: number
  /** calls of the model, writes by the API and writes to the bare page, each a round */
  calls: number
  /** of two versions, a round */
  comparisons: number
  /** calls and writes before those that count: they load the code that renders them */
  warmUp: number
}

const WINDOW = { width: 1280, height: 720 }

/** In which the tree shows all memories of a round: what is out of sight is not painted. */
const TALL = { width: 1280, height: 1600 }

/** The pause between two calls, so that the one before is painted; as of a fast model. */
const PACE_MS = 150

const BARE = 'a write to a bare server, on a page that only shows it'

/**
 * From what happens until a person sees it, in turns: a call on its card, its memory in another
 * window's tree, a write by the API on the memory's page, a comparison. What was never painted is
 * counted.
 */
export const eyePart = part<Sizes>(
  {
    full: { rounds: 5, calls: 25, comparisons: 10, warmUp: 4 },
    smoke: { rounds: 1, calls: 2, comparisons: 1, warmUp: 0 },
  },
  eyeRows,
)

/** Does something a few times; milliseconds until each was painted, null for what never was. */
type Watch = (times: number) => Promise<(number | null)[]>

async function eyeRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const server = await ground.server()
  const bare = await startBareEvents()
  const beta = new Anthropic({ apiKey: 'local', baseURL: server.url }).beta
  const session = await watchedSession(ground)
  const comparison = await openComparison(ground, beta.memoryStores, {
    name: 'eye',
    versions: sizes.rounds * sizes.comparisons + sizes.warmUp,
  })
  const sides: { name: string; aim?: number; watch: Watch; count: number }[] = [
    { name: BARE, watch: await bareWrites(ground, bare.url), count: sizes.calls },
    { name: 'a call, as done on its card', aim: 100, watch: session.cards, count: sizes.calls },
    {
      ...{ name: 'a call, in another window’s tree', aim: 100 },
      ...{ watch: session.tree, count: sizes.calls },
    },
    {
      ...{ name: 'a write by the API, on the memory’s page', aim: 100 },
      ...{ watch: await apiWrites(ground, beta.memoryStores), count: sizes.calls },
    },
    {
      ...{ name: 'two versions of 100 kB compared, by the server', aim: 150 },
      ...{ watch: comparisons(comparison), count: sizes.comparisons },
    },
  ]
  const rounds = sides.map((): (number | null)[][] => [])
  for (const { watch } of sides) if (sizes.warmUp > 0) await watch(sizes.warmUp)
  for (let round = 0; round < sizes.rounds; round++) {
    for (const [at, { watch, count }] of sides.entries()) rounds[at]?.push(await watch(count))
  }
  await Promise.all([session.close(), comparison.page.close(), bare.stop()])
  const rows = sides.map(({ name, aim }, at) => rowOf(name, aim, rounds[at] ?? []))
  return withRatios(rows, BARE, 'p50')
}

function rowOf(name: string, aim: number | undefined, rounds: readonly (number | null)[][]): Row {
  const isPainted = (time: number | null) => time !== null
  const painted = rounds.flat().filter(isPainted)
  const ofRounds = rounds.map((round) => percentile(round.filter(isPainted), 0.5))
  const notes = [
    `p95 ${percentile(painted, 0.95).toFixed(0)} ms${aim === undefined ? '' : ` (aim ${aim})`}`,
    `medians of the rounds ${Math.min(...ofRounds).toFixed(0)}–${Math.max(...ofRounds).toFixed(0)}`,
    `${rounds.flat().length - painted.length} of ${rounds.flat().length} never painted`,
  ]
  return {
    group: 'from call to eye: milliseconds until it is painted',
    name,
    p50: percentile(painted, 0.5),
    p99: percentile(painted, 0.99),
    note: notes.join('; '),
  }
}

const now = () => performance.timeOrigin + performance.now()

const rest = () => new Promise((resolve) => setTimeout(resolve, PACE_MS))

/** A session that is looked at, with its store in another window; both watch the same calls. */
async function watchedSession(ground: Ground) {
  const opened = await openSession(await ground.server(), 'seen')
  const session = await ground.page(WINDOW)
  const store = await ground.page(TALL)
  await session.goto(`/sessions/${opened.sessionId}`)
  await session.getByText('Say something to begin.').waitFor()
  await store.goto(`/stores/${opened.storeId}`)
  await store.getByText('Memories').first().waitFor()
  const files = { session: /\/memories\/seen(\d+-\d+)\.md/, store: /seen(\d+-\d+)\.md/ }
  await noteWhenPainted(session, {
    selector: 'article[data-state="done"]',
    pattern: files.session,
  })
  await noteWhenPainted(store, { selector: '[role="treeitem"]', pattern: files.store })
  let round = 0
  const watchOn =
    (page: Page): Watch =>
    async (times) => {
      const name = `seen${++round}`
      ground.model.pace = PACE_MS
      await write(opened, times, name)
      ground.model.pace = 0
      const told = ground.model.turns(name).slice(0, times)
      const asked = new Map(told.map(({ toldAt }, index) => [`${round}-${index}`, toldAt]))
      const painted = await paintedAfter(page, asked)
      await emptyStore(opened)
      const left = store.locator('[role=treeitem]', { hasText: `${name}-0.md` })
      await left.waitFor({ state: 'detached' })
      return painted
    }
  const close = () => Promise.all([session.close(), store.close()])
  return { cards: watchOn(session), tree: watchOn(store), close }
}

async function emptyStore({ beta, storeId }: OpenedSession): Promise<void> {
  const { memories } = beta.memoryStores
  for await (const memory of memories.list(storeId, { limit: 100 })) {
    if (memory.type === 'memory') await memories.delete(memory.id, { memory_store_id: storeId })
  }
}

async function apiWrites(
  ground: Ground,
  stores: Anthropic['beta']['memoryStores'],
): Promise<Watch> {
  const { id } = await stores.create({ name: 'written to' })
  const memory = await stores.memories.create(id, { path: '/a.md', content: 'turn zero.' })
  const page = await ground.page(WINDOW)
  await page.goto(`/stores/${id}?path=/a.md`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
  const content = '[role=list][aria-label=Content], ol[aria-label=Content]'
  await noteWhenPainted(page, { selector: content, pattern: /turn (\d+)\./ })
  return paced(page, async (turn) => {
    const content = `turn ${turn}.`
    await stores.memories.update(memory.id, { memory_store_id: id, content })
  })
}

async function bareWrites(ground: Ground, url: string): Promise<Watch> {
  const page = await ground.page(WINDOW)
  await page.goto(url)
  await noteWhenPainted(page, { selector: 'p', pattern: /turn (\d+)\./ })
  return paced(page, async (turn) => {
    await fetch(url, { method: 'POST', body: `turn ${turn}.` })
  })
}

/** Writes one after another, as slowly as the model calls. */
function paced(page: Page, writeTurn: (turn: number) => Promise<void>): Watch {
  let turn = 0
  return async (times) => {
    const asked = new Map<string, number>()
    for (let each = 0; each < times; each++) {
      asked.set(String(++turn), now())
      await writeTurn(turn)
      await rest()
    }
    return paintedAfter(page, asked)
  }
}

function comparisons(comparison: Comparison): Watch {
  let turn = 0
  return async (times) => {
    const painted: number[] = []
    for (let each = 0; each < times; each++) painted.push(await comparison.show(turn++))
    return painted
  }
}

import { request } from '@playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import type { Ground } from './ground'
import { inTurns, median, type Row, timesRow, withRatios } from './measure'
import { part } from './part'
import { type Seen, seenBy, watchedPage, weigh, type Weights } from './watched-page'

/**
 * Of script before any interaction, compressed: all that a page loads by itself while nobody points
 * or types, until more than a second after it is ready.
 */
const SCRIPT_BUDGET = 200_000

/** Of fonts before the first text. */
const FONT_BUDGET = 90_000

/**
 * The page that every other's first paint is compared with, opened in turns with it: the frame
 * around one sentence.
 */
const BASELINE: Address = { name: 'not found', href: '/nothing/here' }

/**
 * Every kind of page opened with an empty cache: its script and fonts against their budgets, how
 * far its content jumps, its first paint against that of the plainest page.
 */
export const pagesPart = part(
  {
    rounds: [5, 1],
    /** kinds of pages */
    kinds: [Infinity, 1],
    /** longer than anything that a page loads by itself once it is ready; milliseconds */
    restMs: [1_000, 0],
  },
  async ({ rounds, kinds, restMs }, ground) => {
    const rows: Row[] = []
    for (const address of (await addressesOf(ground)).slice(0, kinds)) {
      const sides = [BASELINE, address].map((side, at) => ({ ...side, rest: at * restMs }))
      // By the first measured round the server has rendered both once.
      for (const side of sides) await opened(ground, side)
      const measured = await inTurns(sides, rounds, (side) => opened(ground, side))
      const both = measured.map(({ name, figures }) => rowOf(name, figures))
      rows.push(...withRatios(both).slice(1))
    }
    return rows
  },
)

/** Every kind of page of a store and a session that were worked with, and of the rest. */
async function addressesOf(ground: Ground): Promise<Address[]> {
  const { url: baseURL } = await ground.server()
  const { memoryStores } = await ground.api()
  const api = ground.keep(await request.newContext({ baseURL }), (each) => each.dispose())
  const { addresses } = await everyPage(
    {
      store: 'Notes',
      description: 'What the team told its agents.',
      path: '/notes/today.md',
      content: `# Today\n\n${'One line of what was learned.\n'.repeat(200)}`,
      author: 'agent',
      message: 'noted',
      title: 'A session',
      said: 'remember that one line is enough',
    },
    { request: api, memoryStores },
  )
  return [
    BASELINE,
    ...addresses,
    { name: 'log of all', href: '/activity' },
    { name: 'guide', href: '/guide/review' },
  ]
}

interface Opening {
  seen: Seen
  weights: Weights
}

/** Opens a page with an empty cache; nobody touches it. */
async function opened(ground: Ground, { href, rest }: Address & { rest: number }) {
  const page = await watchedPage(ground)
  const weighed = await weigh(page)
  await page.goto(href)
  await seenBy(page)
  await page.waitForTimeout(rest)
  const opening: Opening = { seen: await seenBy(page), weights: weighed() }
  await page.close()
  return opening
}

function rowOf(name: string, openings: readonly Opening[]): Row {
  const paints = openings.map(({ seen }) => [seen.firstPaint])
  const longest = openings.map(({ seen }) => Math.max(0, ...seen.longTasks))
  const { Script = 0, Font = 0 } = openings.at(-1)?.weights ?? {}
  const notes = [
    against('script', Script, SCRIPT_BUDGET),
    against('fonts', Font, FONT_BUDGET),
    `CLS ${Math.max(...openings.map(({ seen }) => seen.shift)).toFixed(3)}`,
    `longest task ${median(longest).toFixed(0)} ms`,
  ]
  return timesRow('pages: first contentful paint, empty cache', name, paints, { notes })
}

function against(what: string, bytes: number, budget: number): string {
  const kilobytes = (bytes / 1000).toFixed(0)
  return `${kilobytes} kB of ${what}${bytes > budget ? ` (over ${budget / 1000})` : ''}`
}

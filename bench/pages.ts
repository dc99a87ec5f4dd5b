import Anthropic from '@anthropic-ai/sdk'
import { request } from '@playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import type { Ground } from './ground'
import { percentile, type Row } from './measure'
import { part } from './part'
import { type Seen, seenBy, watchedPage, weigh, type Weights } from './watched-page'

interface Sizes {
  runs: number
  /** of how many kinds of pages */
  kinds: number
  /** milliseconds: longer than anything that a page loads by itself once it is ready */
  rest: number
}

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
export const pagesPart = part<Sizes>(
  { full: { runs: 5, kinds: Infinity, rest: 1_000 }, smoke: { runs: 1, kinds: 1, rest: 0 } },
  pageRows,
)

async function pageRows({ runs, kinds, rest }: Sizes, ground: Ground): Promise<Row[]> {
  const { url } = await ground.server()
  const addresses = (await addressesOf(url)).slice(0, kinds)
  const rows: Row[] = []
  for (const address of addresses) {
    rows.push(await pageRow(ground, { address, runs, rest }))
  }
  return rows
}

/** Every kind of page of a store and a session that were worked with, and of the rest. */
async function addressesOf(url: string): Promise<Address[]> {
  const { memoryStores } = new Anthropic({ apiKey: 'local', baseURL: url }).beta
  const api = await request.newContext({ baseURL: url })
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
  await api.dispose()
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
async function opened(ground: Ground, { href }: Address, rest: number): Promise<Opening> {
  const page = await watchedPage(ground)
  const weighed = await weigh(page)
  await page.goto(href)
  await seenBy(page)
  await page.waitForTimeout(rest)
  const opening = { seen: await seenBy(page), weights: weighed() }
  await page.close()
  return opening
}

async function pageRow(
  ground: Ground,
  { address, runs, rest }: { address: Address; runs: number; rest: number },
): Promise<Row> {
  // By the first measured run the server has rendered both once.
  const first = await opened(ground, address, 0)
  await opened(ground, BASELINE, 0)
  const openings: Opening[] = []
  const plain: Opening[] = []
  for (let run = 0; run < runs; run++) {
    plain.push(await opened(ground, BASELINE, 0))
    openings.push(await opened(ground, address, rest))
  }
  const paint = (of: readonly Opening[], share: number) =>
    percentile(
      of.map(({ seen }) => seen.firstPaint),
      share,
    )
  const longest = openings.map(({ seen }) => Math.max(0, ...seen.longTasks))
  const { weights } = openings.at(-1) ?? first
  return {
    group: 'pages: first contentful paint, empty cache',
    name: address.name,
    p50: paint(openings, 0.5),
    p99: paint(openings, 0.99),
    ratio: paint(openings, 0.5) / paint(plain, 0.5),
    baseline: BASELINE.name,
    note: [
      against('script', weights.Script, SCRIPT_BUDGET),
      against('fonts', weights.Font, FONT_BUDGET),
      `CLS ${Math.max(...openings.map(({ seen }) => seen.shift)).toFixed(3)}`,
      `longest task ${percentile(longest, 0.5).toFixed(0)} ms`,
    ].join(', '),
  }
}

function against(what: string, bytes: number, budget: number): string {
  const kilobytes = (bytes / 1000).toFixed(0)
  return `${kilobytes} kB of ${what}${bytes > budget ? ` (over ${budget / 1000})` : ''}`
}

import Anthropic from '@anthropic-ai/sdk'
import { request } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { everyPage } from '@/e2e/every-page'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'
import { startServer } from './server'
import { seenBy, startChromium, watchedPage, weigh, type Weights } from './watched-page'

interface Sizes {
  runs: number
  /** of how many kinds of pages */
  kinds: number
}

/** Of script before any interaction, compressed. */
const SCRIPT_BUDGET = 200_000

/** Of fonts before the first text. */
const FONT_BUDGET = 90_000

/** The page that every other's first paint is compared with: the frame around one sentence. */
const BASELINE = 'not found'

/**
 * Every kind of page opened with an empty cache: its script and fonts against their budgets, how
 * far its content jumps, its first paint against that of the plainest page.
 */
export const pagesPart = part<Sizes>(
  { full: { runs: 5, kinds: Infinity }, smoke: { runs: 1, kinds: 2 } },
  pageRows,
)

async function pageRows({ runs, kinds }: Sizes): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const server = await startServer(folder)
  const browser = await startChromium()
  try {
    const addresses = (await addressesOf(server.url)).slice(0, kinds)
    const rows: Row[] = []
    for (const { name, href } of addresses) {
      rows.push(await pageRow(browser, server.url, { name, href, runs }))
    }
    return withRatios(rows, BASELINE, 'p50')
  } finally {
    await browser.close()
    await server.stop()
    discard()
  }
}

/** Every kind of page of a store and a session that were worked with, and of the rest. */
async function addressesOf(url: string): Promise<{ name: string; href: string }[]> {
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
    { name: BASELINE, href: '/nothing/here' },
    ...addresses,
    { name: 'log of all', href: '/activity' },
    { name: 'guide', href: '/guide/review' },
  ]
}

async function pageRow(
  browser: Browser,
  url: string,
  { name, href, runs }: { name: string; href: string; runs: number },
): Promise<Row> {
  const paints: number[] = []
  const shifts: number[] = []
  const longTasks: number[] = []
  let weights: Weights = { Script: 0, Font: 0, Document: 0, Stylesheet: 0 }
  for (let run = 0; run < runs; run++) {
    const page = await watchedPage(browser, url)
    const weighed = await weigh(page)
    await page.goto(href)
    const seen = await seenBy(page)
    paints.push(seen.firstPaint)
    shifts.push(seen.shift)
    longTasks.push(...seen.longTasks)
    weights = weighed()
    await page.context().close()
  }
  return {
    group: 'pages: first contentful paint, empty cache',
    name,
    p50: percentile(paints, 0.5),
    p99: percentile(paints, 0.99),
    note: [
      against('script', weights.Script, SCRIPT_BUDGET),
      against('fonts', weights.Font, FONT_BUDGET),
      `CLS ${Math.max(...shifts).toFixed(3)}`,
      `longest task ${Math.max(0, ...longTasks).toFixed(0)} ms`,
    ].join(', '),
  }
}

function against(what: string, bytes: number, budget: number): string {
  const kilobytes = (bytes / 1000).toFixed(0)
  return `${kilobytes} kB of ${what}${bytes > budget ? ` (over ${budget / 1000})` : ''}`
}

import { request } from 'playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import type { Ground } from './ground'
import { inTurns } from './measure'
import { part } from './part'
import type { Measured, Row } from './row'
import type { RunningServer } from './server'
import { seenBy, watchedPage, weigh } from './watched-page'

/**
 * Compressed script before any interaction: all that a page loads by itself while nobody points or
 * types, until more than a second after it is ready.
 */
const SCRIPT = 'kB of script, aim 200'

/** Fonts before the first text. */
const FONTS = 'kB of fonts, aim 90'

/**
 * The page that every other's first paint is compared with, opened in turns with it: the frame
 * around a short list. Not the page that says that there is nothing: the framework has the browser
 * render that one, which takes several times as long.
 */
const BASELINE: Address = { name: 'redactions', href: '/redactions' }

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
    /** by how much the browser's processor is slower */
    slowdown: [1, 1],
  },
  async ({ rounds, kinds, restMs, slowdown }, ground) => {
    const rows: Row[] = []
    for (const address of (await addressesOf(await ground.server())).slice(0, kinds)) {
      // By the first measured round the server has rendered both once.
      const sides = [BASELINE, address].map(({ name, href }, at) => ({
        ...{ name, act: () => opened(ground, { href, restMs: at * restMs, slowdown }) },
      }))
      const group = 'pages: first contentful paint, empty cache'
      rows.push(...(await inTurns(group, sides, { rounds, warmUp: 1 })).slice(1))
    }
    return rows
  },
)

/** Every kind of page of a store and a session that were worked with, and of the rest. */
export async function addressesOf({ url: baseURL, api }: RunningServer): Promise<Address[]> {
  const asking = await request.newContext({ baseURL })
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
    { request: asking, memoryStores: api.memoryStores },
  )
  await asking.dispose()
  return [
    { name: 'not found', href: '/nothing/here' },
    ...addresses,
    { name: 'log of all', href: '/log?period=all' },
    { name: 'guide', href: '/guide/review' },
  ]
}

/** Opens a page with an empty cache; nobody touches it. */
async function opened(
  ground: Ground,
  { href, restMs, slowdown }: { href: string; restMs: number; slowdown: number },
): Promise<Measured> {
  const page = await watchedPage(ground, slowdown)
  const weighed = await weigh(page)
  await page.goto(href)
  await seenBy(page)
  await page.waitForTimeout(restMs)
  const { firstPaint, largestPaint, shift, longTasks } = await seenBy(page)
  const { Script, Font } = weighed()
  await page.close()
  return {
    times: [firstPaint],
    also: {
      'ms largest contentful paint, aim 900': largestPaint,
      [SCRIPT]: Script / 1000,
      [FONTS]: Font / 1000,
      'of layout shift': shift,
      'ms the longest task': Math.max(0, ...longTasks),
    },
  }
}

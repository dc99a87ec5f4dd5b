import type { Page } from '@playwright/test'
import { rowAt } from './dashboard'
import { moment, numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { inTurns, median, percentile, type Row, timesRow, withRatios } from './measure'
import { part } from './part'
import { type Seen, seenBy, watchedPage } from './watched-page'

/** Of an interaction at p95, and of a task. */
const BUDGET_MS = 100

/**
 * Real clicks and keys in Chromium, until the next frame is presented (event timing, as for INP),
 * and the longest task meanwhile, with lists of 1,000 rows; in turns with lists of 30, because what
 * else the machine does meets both.
 */
export const interactionsPart = part(
  {
    /** memories in one folder, versions of one memory, changes in the log, sessions */
    sizes: [[30, 1_000], [5]],
    /** windows opened of each */
    rounds: [5, 1],
    /** of each kind in each window */
    inputs: [10, 1],
  },
  async ({ sizes, rounds, inputs }, ground) => {
    const lists: List[] = []
    for (const rows of sizes) lists.push({ name: `${rows} rows`, id: await listOf(ground, rows) })
    const [few = { name: '', id: '' }, many = few] = lists
    await openSessions(ground, many.id, sizes.at(-1) ?? 0)
    const rows: Row[] = []
    for (const [name, { address, act }] of Object.entries(WORK)) {
      const sides = [...new Set([few, many])]
      const measured = await inTurns(sides, rounds, async ({ id }) =>
        windowOf(
          ground,
          name === SESSIONS && id === many.id ? '/sessions' : address(id),
          inputs,
          act,
        ),
      )
      rows.push(rowOf(name, measured))
    }
    return rows
  },
)

interface List {
  name: string
  /** of the store */
  id: string
}

/** One input, or a few that belong together, with a real pointer or keyboard. */
type Input = (page: Page, turn: number) => Promise<void>

const pressing =
  (key: string): Input =>
  (page) =>
    page.keyboard.press(key)

const SESSIONS = 'sessions: the list by keys'

const firstMemory = (id: string) => `/stores/${id}?path=/many/0000.md`
const versions = (id: string) => `/stores/${id}?path=/versions.md`
const store = (id: string) => `/stores/${id}`
const log = (id: string) => `/activity?store=${id}`

const WORK: Readonly<Record<string, { address: (id: string) => string; act: Input }>> = {
  'tree: arrow keys': {
    address: firstMemory,
    act: async (page, turn) => {
      if (turn === 0) await page.locator(rowAt('/many/0000.md')).focus()
      await page.keyboard.press('ArrowDown')
    },
  },
  'tree: another memory': {
    address: firstMemory,
    act: (page, turn) => page.locator(rowAt(`/many/${nameOf(1 + (turn % 15))}`)).click(),
  },
  'tree: a folder opens and closes': {
    address: store,
    act: (page) => page.locator(rowAt('/many/')).click(),
  },
  'tabs: views of a memory': {
    address: versions,
    act: (page, turn) => {
      const name = turn % 2 === 0 ? 'Preview' : 'Source'
      return page.getByRole('link', { name, exact: true }).click()
    },
  },
  'versions: another version': {
    address: versions,
    act: (page, turn) => {
      const links = page.locator('ol.versions a[href*="version="]')
      return links.nth(1 + (turn % 8)).click()
    },
  },
  'palette: opens, letters, closes': {
    address: store,
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('many', { delay: 60 })
      await rest(page)
      await page.keyboard.press('Escape')
    },
  },
  'log: another page by keys': { address: log, act: pressing('PageDown') },
  // Of few there is the log: all sessions are in one list.
  [SESSIONS]: { address: log, act: pressing('PageDown') },
}

/** A pause as a person makes it, in which the page answers. */
const rest = (page: Page) => page.waitForTimeout(150)

/** What one window has seen; milliseconds. */
interface Window {
  times: number[]
  /** the longest task on opening, and later */
  opening: number
  acting: number
  shift: number
}

async function windowOf(
  ground: Ground,
  address: string,
  inputs: number,
  act: Input,
): Promise<Window> {
  const page = await watchedPage(ground)
  await page.goto(address)
  const opened = await seenBy(page)
  for (let turn = 0; turn < inputs; turn++) {
    await act(page, turn)
    await rest(page)
  }
  const seen = await seenBy(page)
  await page.close()
  return {
    times: timesOf(seen, inputs),
    opening: Math.max(0, ...opened.longTasks),
    acting: Math.max(0, ...seen.longTasks.slice(opened.longTasks.length)),
    shift: seen.shift,
  }
}

/** What was presented with the next frame is not reported: it took 16 ms at most. */
function timesOf({ interactions }: Seen, inputs: number): number[] {
  const reported = Object.values(interactions)
  return [...reported, ...numbers(Math.max(0, inputs - reported.length)).map(() => 16)]
}

/** The row of the longer lists, against the shorter. */
function rowOf(name: string, lists: readonly (List & { figures: Window[] })[]): Row {
  const group = 'interactions: until the next frame'
  const few = lists[0]?.figures.flatMap(({ times }) => times) ?? []
  const rows = lists.map(({ name: list, figures }) => {
    const longest = (part: 'opening' | 'acting') => median(figures.map((each) => each[part]))
    const notes = [
      `${percentile(few, 0.95).toFixed(0)} with ${lists[0]?.name}`,
      against('longest task on opening', longest('opening')),
      against('later', longest('acting')),
      `CLS ${Math.max(...figures.map(({ shift }) => shift)).toFixed(3)}`,
    ]
    const times = figures.map((window) => window.times)
    return timesRow(group, list, times, { aim: BUDGET_MS, notes })
  })
  return { group, ...withRatios(rows).at(-1), name }
}

function against(what: string, milliseconds: number): string {
  const over = milliseconds > BUDGET_MS ? ` (over ${BUDGET_MS})` : ''
  return `${what} ${milliseconds.toFixed(0)} ms${over}`
}

const nameOf = (index: number) => `${String(index).padStart(4, '0')}.md`

/** A store with memories in one folder, then as many versions of one memory, each at its own time. */
async function listOf(ground: Ground, rows: number): Promise<string> {
  const many = numbers(rows).map((index) => ({
    path: `/many/${nameOf(index)}`,
    content: `# Note ${index}\n\nwhat was learned about thing ${index * 7}\n`,
  }))
  const versions = numbers(rows).map((index) =>
    moment(index + 1, [{ path: '/versions.md', content: `# Version ${index}\n\n- of many\n` }]),
  )
  return storeOf((await ground.server()).url, `of ${rows}`, [moment(0, many), ...versions])
}

async function openSessions(ground: Ground, storeId: string, count: number): Promise<void> {
  const { sessions } = await ground.api()
  for (let index = 0; index < count; index++) {
    await sessions.create({
      ...{ agent: 'practice', environment_id: 'env_bench', title: `Session ${index}` },
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
    })
  }
}

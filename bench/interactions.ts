import type { Page } from 'playwright/test'
import { rowAt } from './dashboard'
import { moment, numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { inTurns, type Side } from './measure'
import { part } from './part'
import type { Measured, Row } from './row'
import { type Seen, seenBy, watchedPage } from './watched-page'

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
    /** by how much the browser's processor is slower */
    slowdown: [1, 1],
  },
  async ({ sizes, rounds, inputs, slowdown }, ground) => {
    const lists: { name: string; id: string }[] = []
    for (const rows of sizes) lists.push({ name: `${rows} rows`, id: await listOf(ground, rows) })
    const many = lists.at(-1)?.id ?? ''
    await openSessions(ground, many, sizes.at(-1) ?? 0)
    const group = 'interactions: until the next frame'
    const rows: Row[] = []
    for (const [name, { address, act }] of Object.entries(WORK)) {
      const sides = lists.map((list): Side => ({
        name: list.name,
        aim: 100,
        act: () =>
          windowOf(ground, {
            address: name === SESSIONS && list.id === many ? '/sessions' : address(list.id),
            ...{ inputs, slowdown, act },
          }),
      }))
      const measured = await inTurns(group, sides, { rounds })
      const note = measured
        .map((row) => `${row.name}: ${row.note}`)
        .toReversed()
        .join('; ')
      rows.push({ group, ...measured.at(-1), name, note })
    }
    return rows
  },
)

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
const log = (id: string) => `/log?store=${id}`

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

async function windowOf(
  ground: Ground,
  {
    address,
    inputs,
    slowdown,
    act,
  }: { address: string; inputs: number; slowdown: number; act: Input },
): Promise<Measured> {
  const page = await watchedPage(ground, slowdown)
  await page.goto(address)
  const { longTasks: opening } = await seenBy(page)
  for (let turn = 0; turn < inputs; turn++) {
    await act(page, turn)
    await rest(page)
  }
  const seen = await seenBy(page)
  await page.close()
  return {
    times: timesOf(seen, inputs),
    also: {
      'ms the longest task on opening, aim 100': Math.max(0, ...opening),
      'ms later, aim 100': Math.max(0, ...seen.longTasks.slice(opening.length)),
      'of layout shift': seen.shift,
    },
  }
}

/**
 * Returns the times of all inputs. One that was presented with the next frame is not reported: it
 * took 16 ms at most.
 */
function timesOf({ interactions }: Seen, inputs: number): number[] {
  const reported = Object.values(interactions)
  return [...reported, ...numbers(Math.max(0, inputs - reported.length)).map(() => 16)]
}

const nameOf = (index: number) => `${String(index).padStart(4, '0')}.md`

/**
 * Makes a store with `rows` memories in one folder, and then a memory with `rows` versions, each at
 * its own time.
 */
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
  const { sessions } = (await ground.server()).api
  for (let index = 0; index < count; index++) {
    await sessions.create({
      ...{ agent: 'practice', environment_id: 'env_bench', title: `Session ${index}` },
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
    })
  }
}

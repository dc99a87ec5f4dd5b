import Anthropic from '@anthropic-ai/sdk'
import type { Page } from '@playwright/test'
import type { Ground } from './ground'
import { importLines } from './import-lines'
import { percentile, type Row } from './measure'
import { part } from './part'
import { type Seen, seenBy, watchedPage } from './watched-page'

interface Sizes {
  /** memories in one folder, versions of one memory, changes in the log, sessions */
  rows: number
  /** the same in the store to compare with */
  few: number
  /** windows opened, in turns with lists of many and of few rows */
  rounds: number
  /** inputs of each kind in each */
  inputs: number
}

/** Of an interaction at p95, and of a task. */
const BUDGET_MS = 100

/**
 * Real clicks and keys in Chromium, until the next frame is presented (event timing, as for INP),
 * and the longest task meanwhile, with lists of 1,000 rows; in turns with lists of 30, because what
 * else the machine does meets both.
 */
export const interactionsPart = part<Sizes>(
  {
    full: { rows: 1_000, few: 30, rounds: 5, inputs: 10 },
    smoke: { rows: 5, few: 5, rounds: 1, inputs: 1 },
  },
  interactionRows,
)

async function interactionRows(
  { rows, few, rounds, inputs }: Sizes,
  ground: Ground,
): Promise<Row[]> {
  const { url } = await ground.server()
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: url })
  const large = await storeOf(beta, url, rows)
  const small = few === rows ? large : await storeOf(beta, url, few)
  await openSessions(beta, large, rows)
  const work = (name: string, addressOf: (storeId: string) => string, act: Act) =>
    interactionRow(ground, {
      name,
      addresses: { few: addressOf(small), many: addressOf(large) },
      baseline: `${few} rows`,
      act,
      rounds,
      inputs,
    })
  const first = (id: string) => `/stores/${id}?path=/many/0000.md`
  const versions = (id: string) => `/stores/${id}?path=/versions.md`
  const store = (id: string) => `/stores/${id}`
  const log = (id: string) => `/activity?store=${id}`
  const sessions = (id: string) => (id === large ? '/sessions' : log(id))
  return [
    await work('tree: arrow keys', first, walkTree),
    await work('tree: another memory', first, chooseMemory),
    await work('tree: a folder opens and closes', store, toggleFolder),
    await work('tabs: views of a memory', versions, switchView),
    await work('versions: another version', versions, chooseVersion),
    await work('palette: opens, letters, closes', store, usePalette),
    await work('log: another page by keys', log, scrollPage),
    await work('sessions: the list by keys', sessions, scrollPage),
  ]
}

async function storeOf(beta: Anthropic['beta'], url: string, rows: number): Promise<string> {
  const { id } = await beta.memoryStores.create({ name: `of ${rows}` })
  await seed(url, id, rows)
  return id
}

/** One input, or a few that belong together, with a real pointer or keyboard. */
type Act = (page: Page, turn: number) => Promise<void>

interface Work {
  name: string
  addresses: { few: string; many: string }
  /** what the ratio is against */
  baseline: string
  act: Act
  rounds: number
  inputs: number
}

/** What one window has seen. */
interface Round {
  /** milliseconds of each input */
  times: number[]
  /** milliseconds of the longest task */
  opening: number
  acting: number
  shift: number
}

async function interactionRow(ground: Ground, work: Work): Promise<Row> {
  const few: Round[] = []
  const many: Round[] = []
  for (let round = 0; round < work.rounds; round++) {
    const seen = await roundOf(ground, work.addresses.many, work)
    const isSame = work.addresses.few === work.addresses.many
    many.push(seen)
    few.push(isSame ? seen : await roundOf(ground, work.addresses.few, work))
  }
  const times = (rounds: readonly Round[], share: number) =>
    percentile(
      rounds.flatMap((round) => round.times),
      share,
    )
  const longest = (part: 'opening' | 'acting') =>
    percentile(
      many.map((round) => round[part]),
      0.5,
    )
  return {
    group: 'interactions: until the next frame',
    name: work.name,
    p50: times(many, 0.5),
    p99: times(many, 0.99),
    ratio: times(many, 0.5) / times(few, 0.5),
    baseline: work.baseline,
    note: [
      `${against('p95', times(many, 0.95))}, ${times(few, 0.95).toFixed(0)} with ${work.baseline}`,
      against('longest task on opening', longest('opening')),
      against('later', longest('acting')),
      `CLS ${Math.max(...many.map(({ shift }) => shift)).toFixed(3)}`,
    ].join(', '),
  }
}

async function roundOf(ground: Ground, address: string, { act, inputs }: Work): Promise<Round> {
  const page = await watchedPage(ground)
  await page.goto(address)
  const opened = await seenBy(page)
  for (let turn = 0; turn < inputs; turn++) await act(page, turn)
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
  return [...reported, ...Array.from({ length: Math.max(0, inputs - reported.length) }, () => 16)]
}

function against(what: string, milliseconds: number): string {
  const over = milliseconds > BUDGET_MS ? ` (over ${BUDGET_MS})` : ''
  return `${what} ${milliseconds.toFixed(0)} ms${over}`
}

const rowAt = (path: string) => `[data-path="${path}"]`

/** A pause as a person makes it, in which the page answers. */
const rest = (page: Page) => page.waitForTimeout(150)

async function walkTree(page: Page, turn: number): Promise<void> {
  if (turn === 0) await page.locator(rowAt('/many/0000.md')).focus()
  await page.keyboard.press('ArrowDown')
  await rest(page)
}

async function chooseMemory(page: Page, turn: number): Promise<void> {
  const path = `/many/${String(1 + (turn % 15)).padStart(4, '0')}.md`
  await page.locator(rowAt(path)).click()
  await rest(page)
}

async function toggleFolder(page: Page): Promise<void> {
  await page.locator(rowAt('/many/')).click()
  await rest(page)
}

async function switchView(page: Page, turn: number): Promise<void> {
  const name = turn % 2 === 0 ? 'Preview' : 'Source'
  await page.getByRole('link', { name, exact: true }).click()
  await rest(page)
}

async function chooseVersion(page: Page, turn: number): Promise<void> {
  await page
    .locator('ol.versions a[href*="version="]')
    .nth(1 + (turn % 8))
    .click()
  await rest(page)
}

async function usePalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('many', { delay: 60 })
  await rest(page)
  await page.keyboard.press('Escape')
  await rest(page)
}

async function scrollPage(page: Page): Promise<void> {
  await page.keyboard.press('PageDown')
  await rest(page)
}

/** Memories in one folder, then as many versions of one memory, each at its own time. */
async function seed(url: string, storeId: string, rows: number): Promise<void> {
  const moment = (minute: number, changes: object[]) => ({
    at: new Date(Date.UTC(2026, 4, 20, 8, minute)).toISOString(),
    author: 'agent',
    changes,
  })
  const many = Array.from({ length: rows }, (_, index) => ({
    op: 'write',
    path: `/many/${String(index).padStart(4, '0')}.md`,
    content: `# Note ${index}\n\nwhat was learned about thing ${index * 7}\n`,
  }))
  const versions = Array.from({ length: rows }, (_, index) =>
    moment(index + 1, [
      { op: 'write', path: '/versions.md', content: `# Version ${index}\n\n- of many\n` },
    ]),
  )
  await importLines(url, storeId, [moment(0, many), ...versions])
}

async function openSessions(beta: Anthropic['beta'], storeId: string, count: number) {
  for (let index = 0; index < count; index++) {
    await beta.sessions.create({
      agent: 'practice',
      environment_id: 'env_bench',
      title: `Session ${index}`,
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
    })
  }
}

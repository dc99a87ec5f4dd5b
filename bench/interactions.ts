import Anthropic from '@anthropic-ai/sdk'
import type { Browser, Page } from '@playwright/test'
import { percentile, type Row } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'
import { startServer } from './server'
import { type Seen, seenBy, startChromium, watchedPage } from './watched-page'

interface Sizes {
  /** memories in one folder, versions of one memory, changes in the log, sessions */
  rows: number
  /** inputs of each kind */
  inputs: number
}

/** Of an interaction at p95, and of a task. */
const BUDGET_MS = 100

/**
 * Real clicks and keys in Chromium, until the next frame is presented (event timing, as for INP),
 * and the longest task meanwhile, with lists of 1,000 rows.
 */
export const interactionsPart = part<Sizes>(
  { full: { rows: 1_000, inputs: 30 }, smoke: { rows: 30, inputs: 1 } },
  interactionRows,
)

async function interactionRows({ rows, inputs }: Sizes): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const server = await startServer(folder)
  const browser = await startChromium()
  try {
    const { beta } = new Anthropic({ apiKey: 'local', baseURL: server.url })
    const { id } = await beta.memoryStores.create({ name: 'of many' })
    await seed(server.url, id, rows)
    await openSessions(beta, id, rows)
    const work = (name: string, address: string, act: Act) =>
      interactionRow(browser, server.url, { name, address, act, inputs })
    const memory = `/stores/${id}?path=/versions.md`
    return [
      await work('tree: arrow keys', `/stores/${id}?path=/many/0000.md`, walkTree),
      await work('tree: another memory', `/stores/${id}?path=/many/0000.md`, chooseMemory),
      await work('tree: a folder opens and closes', `/stores/${id}`, toggleFolder),
      await work('tabs: views of a memory', memory, switchView),
      await work('versions: another version', memory, chooseVersion),
      await work('palette: opens, letters, closes', `/stores/${id}`, usePalette),
      await work('log: another page by keys', '/activity', scrollPage),
      await work('sessions: the list by keys', '/sessions', scrollPage),
    ]
  } finally {
    await browser.close()
    await server.stop()
    discard()
  }
}

/** One input, or a few that belong together, with a real pointer or keyboard. */
type Act = (page: Page, turn: number) => Promise<void>

async function interactionRow(
  browser: Browser,
  url: string,
  { name, address, act, inputs }: { name: string; address: string; act: Act; inputs: number },
): Promise<Row> {
  const page = await watchedPage(browser, url)
  await page.goto(address)
  const opened = await seenBy(page)
  for (let turn = 0; turn < inputs; turn++) await act(page, turn)
  const seen = await seenBy(page)
  await page.context().close()
  const times = timesOf(seen, inputs)
  return {
    group: 'interactions: until the next frame',
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    note: [
      against('p95', percentile(times, 0.95)),
      against('longest task on opening', Math.max(0, ...opened.longTasks)),
      against('later', Math.max(0, ...seen.longTasks.slice(opened.longTasks.length))),
      `CLS ${seen.shift.toFixed(3)}`,
    ].join(', '),
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
  const lines = [moment(0, many), ...versions]
  const answer = await fetch(`${url}/v1/memory_stores/${storeId}/import?name=seed.jsonl`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  const { id } = (await answer.json()) as { id: string }
  for (;;) {
    const job = (await (await fetch(`${url}/v1/jobs/${id}`)).json()) as { state: string }
    if (job.state === 'done') break
    if (job.state !== 'running') throw new Error(`seeding ended as ${job.state}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
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

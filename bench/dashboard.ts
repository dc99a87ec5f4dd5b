import Anthropic from '@anthropic-ai/sdk'
import type { Page } from '@playwright/test'
import { openComparison } from './comparison'
import type { Ground } from './ground'
import { importLines } from './import-lines'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'

type MemoryStores = Anthropic['beta']['memoryStores']

interface Sizes {
  /**
   * memories of the stores that are compared with the first; more than 600, because parts below
   * pick some by number
   */
  sizes: readonly number[]
  runs: number
  /** frames scrolled through */
  frames: number
  /** changes made by the API */
  changes: number
}

/** The store page in a real browser, of a store of 100,000 memories against one of 1,000. */
export const dashboardPart = part<Sizes>(
  {
    full: { sizes: [1_000, 100_000], runs: 20, frames: 300, changes: 100 },
    smoke: { sizes: [650], runs: 1, frames: 2, changes: 1 },
  },
  dashboardRows,
)

async function dashboardRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const server = await ground.server()
  const stores = new Anthropic({ apiKey: 'local', baseURL: server.url }).beta.memoryStores
  const ofSizes: Row[][] = []
  for (const size of sizes.sizes) {
    ofSizes.push(await storePage(ground, server.url, stores, { ...sizes, size }))
  }
  const [smallest = []] = ofSizes
  const grouped = smallest.flatMap(({ name }, index) =>
    withRatios(
      ofSizes.flatMap((rows) => rows[index] ?? []),
      name,
      'p50',
    ),
  )
  return [...grouped, await diffRow(ground, stores, sizes.runs)]
}

async function storePage(
  ground: Ground,
  url: string,
  stores: MemoryStores,
  { size, runs, ...sizes }: Sizes & { size: number },
): Promise<Row[]> {
  const { id } = await stores.create({ name: `of ${size}` })
  await seed(url, id, size)
  const page = await ground.page({ width: 1280, height: 800 })
  const address = `/stores/${id}?path=/notes/00000.md`
  const script = await scriptBytes(page, address)
  const rows = [
    row(
      'contents visible (first contentful paint)',
      size,
      await paints(page, address, runs),
      script,
    ),
    row('a folder with a tenth of all is expanded', size, await expansions(page, id, runs)),
    row('a frame while scrolling through it', size, await frames(page, sizes.frames)),
    row(
      'another memory is chosen, until its text is painted',
      size,
      await switches(page, id, runs),
    ),
    row(
      'a change by the API, until it is painted',
      size,
      await changes(page, id, stores, sizes.changes),
    ),
    row(
      'a letter in the filter of the tree, until it answers',
      size,
      await filters(page, id, runs),
    ),
    row('a letter in the search, until it answers', size, await searches(page, id, runs)),
  ]
  await page.close()
  return rows
}

function row(what: string, size: number, times: readonly number[], note?: string): Row {
  const p95 = `p95 ${percentile(times, 0.95).toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms`
  return {
    group: `dashboard: ${what}`,
    name: size === 1 ? 'one memory' : `${size.toLocaleString('en')} memories`,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    note: note ? `${p95}; ${note}` : p95,
  }
}

/** A tenth in one folder, some in /notes, the rest in folders of a hundred. */
async function seed(url: string, storeId: string, size: number): Promise<void> {
  const lines: object[] = []
  for (let index = 0; index < size; index++) {
    const name = String(index).padStart(5, '0')
    const folder =
      index < 50 ? '/notes' : index < size / 10 + 50 ? '/many' : `/rest/${Math.floor(index / 100)}`
    const content = `note ${index}\nwhat was learned about thing ${index * 7}\n`
    lines.push({ path: `${folder}/${name}.md`, content })
  }
  await importLines(url, storeId, lines)
}

/** Script bytes over the wire until the page is idle. */
async function scriptBytes(page: Page, address: string): Promise<string> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  let hasMonaco = false
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return
    scripts.add(requestId)
    // Received so far: the headers.
    bytes -= response.encodedDataLength
    hasMonaco ||= /monaco/i.test(response.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' }).catch(() => {})
  await session.detach()
  hasMonaco ||= await page.evaluate(() => 'monaco' in globalThis)
  return `${(bytes / 1000).toFixed(0)} KB of script, compressed, ${hasMonaco ? 'WITH' : 'without'} Monaco`
}

async function paints(page: Page, address: string, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await page.goto(address)
    await page.getByRole('list', { name: 'Content' }).waitFor()
    times.push(
      await page.evaluate(async () => {
        for (;;) {
          const [paint] = performance.getEntriesByName('first-contentful-paint')
          if (paint) return paint.startTime
          await new Promise(requestAnimationFrame)
        }
      }),
    )
  }
  return times
}

/** Clicks an element, or types into one. */
type Act = { click: string } | { field: string; text: string }

/** What to wait for: an element, and the text it must show. */
interface Shown {
  selector: string
  text: string
}

/** Acts on the page and returns the time until the expected result was painted. */
async function untilPainted(page: Page, act: Act, shown: Shown): Promise<number> {
  return page.evaluate(
    async ({ act, shown }) => {
      const start = performance.now()
      if ('click' in act) document.querySelector<HTMLElement>(act.click)?.click()
      else {
        const field = document.querySelector<HTMLInputElement>(act.field)
        // The native setter, as the browser types: React must not take it for its own update.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          field,
          act.text,
        )
        field?.dispatchEvent(new Event('input', { bubbles: true }))
      }
      // No named functions: the compiler would refer to a helper that the page lacks.
      while (
        ![...document.querySelectorAll(shown.selector)].some((element) =>
          element.textContent.includes(shown.text),
        )
      ) {
        if (performance.now() - start > 20_000) throw new Error(`no ${shown.text} was shown`)
        await new Promise(requestAnimationFrame)
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - start
    },
    { act, shown },
  )
}

const CONTENT = '[role=list][aria-label=Content], ol[aria-label=Content]'

const rowAt = (path: string) => `[data-path="${path}"]`

async function openTree(page: Page, storeId: string): Promise<void> {
  await page.goto(`/stores/${storeId}`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
}

async function expansions(page: Page, storeId: string, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await openTree(page, storeId)
    await page.locator(rowAt('/many/')).waitFor()
    const shown = { selector: rowAt('/many/00050.md'), text: '00050' }
    times.push(await untilPainted(page, { click: rowAt('/many/') }, shown))
  }
  return times
}

async function frames(page: Page, count: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const scroller = document.querySelector('[role=tree]')?.parentElement
    if (!scroller) throw new Error('there is no tree')
    const times: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (let frame = 0; frame < count; frame++) {
      scroller.scrollTop += 300
      const now = await new Promise<number>(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times
  }, count)
}

async function switches(page: Page, storeId: string, runs: number): Promise<number[]> {
  await page.goto(`/stores/${storeId}?path=/notes/00000.md`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
  const times: number[] = []
  for (let run = 1; run <= runs; run++) {
    const path = `/notes/${String(run).padStart(5, '0')}.md`
    // Hovers first: a person's pointer rests on it before the click.
    await page.locator(rowAt(path)).hover()
    await page.waitForTimeout(250)
    const shown = { selector: CONTENT, text: `note ${run}` }
    times.push(await untilPainted(page, { click: rowAt(path) }, shown))
  }
  return times
}

async function changes(
  page: Page,
  storeId: string,
  stores: MemoryStores,
  count: number,
): Promise<number[]> {
  await page.goto(`/stores/${storeId}?path=/notes/00000.md`)
  await page.locator('[role=tree][aria-busy=false]').waitFor()
  const { data } = await stores.memories.list(storeId, { path_prefix: '/notes/', limit: 1 })
  const [memory] = data
  if (memory?.type !== 'memory') throw new Error('nothing was seeded')
  const times: number[] = []
  for (let run = 0; run < count; run++) {
    const painted = page.evaluate(
      async ({ selector, text }) => {
        const start = performance.now()
        while (!document.querySelector(selector)?.textContent.includes(text)) {
          if (performance.now() - start > 20_000) throw new Error(`no ${text} was shown`)
          await new Promise(requestAnimationFrame)
        }
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return Date.now()
      },
      { selector: CONTENT, text: `turn ${run}.` },
    )
    const sent = Date.now()
    await stores.memories.update(memory.id, { memory_store_id: storeId, content: `turn ${run}.` })
    times.push((await painted) - sent)
  }
  return times
}

async function filters(page: Page, storeId: string, runs: number): Promise<number[]> {
  await openTree(page, storeId)
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const text = `00${100 + run}`
    const shown = { selector: '[role=treeitem]', text: `${text}.md` }
    times.push(await untilPainted(page, { field: 'nav input[type=search]', text }, shown))
  }
  return times
}

async function searches(page: Page, storeId: string, runs: number): Promise<number[]> {
  await page.goto(`/search?store=${storeId}`)
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const text = `thing ${(500 + run) * 7}`
    times.push(
      await untilPainted(
        page,
        { field: 'main input[type=search]', text },
        { selector: 'mark', text },
      ),
    )
  }
  return times
}

/** Two versions compared in Monaco; as the server tells the difference is `eye`'s. */
async function diffRow(ground: Ground, stores: MemoryStores, runs: number): Promise<Row> {
  const { page, show } = await openComparison(ground, stores, {
    ...{ name: 'diff', versions: runs },
    ...{ ask: '&compare=editor', changed: '.monaco-diff-editor :is(.char-insert, .line-insert)' },
  })
  const times: number[] = []
  for (let turn = 0; turn < runs; turn++) times.push(await show(turn))
  await page.close()
  return row('two versions of 100 KB are compared, Monaco being there', 1, times)
}

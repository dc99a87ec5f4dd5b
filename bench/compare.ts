import Anthropic from '@anthropic-ai/sdk'
import type { Page } from '@playwright/test'
import type { Ground } from './ground'
import { importLines } from './import-lines'
import { percentile, type Row } from './measure'
import { part } from './part'

const WARM_UP = 3

interface Sizes {
  /** memories that changed, and the lines of each, one in ten of them rewritten */
  compared: { memories: number; lines: number }[]
  runs: number
}

/**
 * Two moments of a store compared in a real browser, with very many memories changed in between.
 */
export const comparePart = part<Sizes>(
  {
    full: {
      compared: [
        { memories: 30, lines: 60 },
        { memories: 300, lines: 60 },
        { memories: 300, lines: 1_000 },
        { memories: 5_000, lines: 10 },
      ],
      runs: 20,
    },
    smoke: {
      // The first ten differences are expanded at first; later ones are expanded on click.
      compared: [{ memories: 12, lines: 20 }],
      runs: 1,
    },
  },
  compareRows,
)

async function compareRows({ compared, runs }: Sizes, ground: Ground): Promise<Row[]> {
  const server = await ground.server()
  const rows: Row[] = []
  for (const size of compared) {
    rows.push(...(await comparison(ground, server.url, size, runs)))
  }
  return rows
}

async function comparison(
  ground: Ground,
  url: string,
  { memories, lines }: Sizes['compared'][number],
  runs: number,
): Promise<Row[]> {
  const stores = new Anthropic({ apiKey: 'local', baseURL: url }).beta.memoryStores
  const { id } = await stores.create({ name: `${memories} of ${lines}` })
  await seed(url, id, memories, lines)
  const address = `/stores/${id}/compare?from=${memories}&to=now`
  const page = await ground.page({ width: 1280, height: 800 })
  const name = `${memories.toLocaleString('en')} memories of ${lines.toLocaleString('en')} lines`
  const rows = [
    row('the server answers', name, await answers(url + address, runs)),
    row('first contentful paint', name, await paints(page, address, runs)),
    row('a difference is opened', name, await openings(page, runs)),
  ]
  await page.close()
  return rows
}

function row(what: string, name: string, times: readonly number[]): Row {
  return {
    group: `compare: ${what}`,
    name,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    note: `p95 ${percentile(times, 0.95).toFixed(0)} ms`,
  }
}

/** Writes every memory, then rewrites each. */
async function seed(url: string, storeId: string, memories: number, lines: number): Promise<void> {
  const content = (index: number, turn: number) =>
    Array.from({ length: lines }, (_, line) => {
      const rewritten = line % 10 === 3 ? ` in turn ${turn}` : ''
      return `line ${line} of what was learned about thing ${index * 7 + line}${rewritten}\n`
    }).join('')
  const moment = (turn: number) => ({
    at: new Date(Date.UTC(2026, 4, 20 + turn)).toISOString(),
    changes: Array.from({ length: memories }, (_, index) => ({
      op: 'write',
      path: `/notes/${Math.floor(index / 50)}/${index}.md`,
      content: content(index, turn),
    })),
  })
  await importLines(url, storeId, [0, 1].map(moment))
}

async function answers(url: string, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs + WARM_UP; run++) {
    const start = performance.now()
    await (await fetch(url)).text()
    if (run >= WARM_UP) times.push(performance.now() - start)
  }
  return times
}

async function paints(page: Page, address: string, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    await page.goto(address)
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

async function openings(page: Page, runs: number): Promise<number[]> {
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    times.push(
      await page.evaluate(async () => {
        const other = 'a[data-file-change]:not([aria-current])'
        // No function of its own here: the compiler would give it a name by a helper that is not there.
        const heading = '.compare-diff h2'
        const before = document.querySelector(heading)?.textContent
        const start = performance.now()
        document.querySelector<HTMLElement>(other)?.click()
        while (document.querySelector(heading)?.textContent === before) {
          if (performance.now() - start > 20_000) throw new Error('no difference was shown')
          await new Promise(requestAnimationFrame)
        }
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - start
      }),
    )
  }
  return times
}

import type Anthropic from '@anthropic-ai/sdk'
import type { Page } from '@playwright/test'
import type { Ground } from './ground'

/** A memory of 100 kB of which each two neighbouring versions differ in a twentieth of the lines. */
const BYTES = 100_000

export interface Comparison {
  page: Page
  /** compares the next two, by their turn from 0 on; milliseconds until it is painted */
  show: (turn: number) => Promise<number>
}

export interface ComparisonInput {
  name: string
  /** how many are compared */
  versions: number
  /** added to the address */
  ask?: string
  /** what is there once the difference is */
  changed?: string
}

/** Opens a first comparison, which loads what others need. */
export async function openComparison(
  ground: Ground,
  stores: Anthropic['beta']['memoryStores'],
  { name, versions, ask = '', changed = 'main table [data-kind=added]' }: ComparisonInput,
): Promise<Comparison> {
  const { id } = await stores.create({ name })
  const memory = await stores.memories.create(id, { path: '/large.md', content: textOf(0) })
  for (let turn = 1; turn <= versions + 1; turn++) {
    await stores.memories.update(memory.id, { memory_store_id: id, content: textOf(turn) })
  }
  const ids: string[] = []
  for await (const version of stores.memoryVersions.list(id, {
    memory_id: memory.id,
    limit: 100,
  })) {
    ids.push(version.id)
  }
  const page = await ground.page({ width: 1280, height: 800 })
  const addressOf = (turn: number) =>
    `/stores/${id}?memory=${memory.id}&from=${ids[turn + 1]}&to=${ids[turn]}${ask}`
  await page.goto(addressOf(0))
  await page.locator(changed).first().waitFor()
  const show = (turn: number) => {
    const title = `v${versions - turn} compared with v${versions + 1 - turn}`
    return untilCompared(page, { address: addressOf(turn + 1), title, changed })
  }
  return { page, show }
}

function textOf(turn: number): string {
  const lines = Array.from({ length: BYTES / 50 }, (_, line) =>
    `line ${line} of what was learned${line % 20 === turn % 20 ? ` in turn ${turn}` : ''}`.padEnd(
      49,
    ),
  )
  return lines.join('\n')
}

/** Navigates as a link does, without the pointer's delay; milliseconds until it is painted. */
function untilCompared(
  page: Page,
  asked: { address: string; title: string; changed: string },
): Promise<number> {
  return page.evaluate(async ({ address, title, changed }) => {
    const { next } = globalThis as unknown as { next: { router: { push(to: string): void } } }
    const start = performance.now()
    next.router.push(address)
    for (;;) {
      await new Promise(requestAnimationFrame)
      const shown = document.querySelector('main')?.textContent ?? ''
      if (shown.includes(title) && document.querySelector(changed)) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - start
      }
      if (performance.now() - start > 20_000) throw new Error(`no ${title} was shown`)
    }
  }, asked)
}

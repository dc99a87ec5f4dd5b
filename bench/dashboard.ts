import { openComparison } from './comparison'
import { numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { askedInTurns, type Subject, inTurns } from './measure'
import { part } from './part'
import { counted } from './row'
import { firstPaint, pacedWrites, untilPainted } from './until-painted'
import { weigh } from './watched-page'

interface Often {
  rounds: number
  /** frames scrolled through in a round */
  frames: number
  /** changes made by the API in a round */
  changes: number
}

/** The store page in a real browser, of a store of 100,000 memories against one of 1,000. */
export const dashboardPart = part(
  {
    /** memories; more than 600, because the questions below pick some by number */
    sizes: [[1_000, 100_000], [650]],
    rounds: [20, 1],
    frames: [15, 2],
    changes: [5, 1],
  },
  async ({ sizes, ...often }, ground) => {
    const stores: Subject[] = []
    for (const size of sizes) stores.push(await openStore(ground, size, often))
    const compare = await openComparison(ground, {
      ...{ name: 'diff', versions: often.rounds, ask: '&compare=editor' },
      changed: '.monaco-diff-editor :is(.char-insert, .line-insert)',
    })
    const group = 'dashboard: two versions of 100 KB are compared, Monaco being there'
    const rounds = { rounds: often.rounds }
    return [
      ...(await askedInTurns(stores, rounds)),
      ...(await inTurns(group, [{ name: 'one memory', act: compare }], rounds)),
    ]
  },
)

/** The contents of a memory, as its page shows them. */
export const CONTENT = '[role=list][aria-label=Content], ol[aria-label=Content]'

export const rowAt = (path: string) => `[data-path="${path}"]`

const nameOf = (index: number) => `${String(index).padStart(5, '0')}.md`

async function openStore(ground: Ground, size: number, often: Often): Promise<Subject> {
  const { url, api } = await ground.server()
  const { memories } = api.memoryStores
  const storeId = await storeOf(
    url,
    `of ${size}`,
    numbers(size).map((at) => memoryAt(at, size)),
  )
  const page = await ground.page()
  const openTree = async (address = '') => {
    await page.goto(`/stores/${storeId}${address}`)
    await page.locator('[role=tree][aria-busy=false]').waitFor()
  }
  const first = '?path=/notes/00000.md'
  const weighed = await weigh(page)
  await page.goto(`/stores/${storeId}${first}`, { waitUntil: 'networkidle' }).catch(() => {})
  const monaco = (await page.evaluate(() => 'monaco' in globalThis)) ? 'WITH' : 'without'
  const script = `${(weighed().Script / 1000).toFixed(0)} KB of script, compressed, ${monaco} Monaco`
  const { data } = await memories.list(storeId, { path_prefix: '/notes/', limit: 1 })
  const changed = data[0]?.type === 'memory' ? data[0].id : ''
  let changes: Awaited<ReturnType<typeof pacedWrites>> | undefined
  const write = (content: string) => memories.update(changed, { memory_store_id: storeId, content })
  return {
    name: counted(size, 'memories'),
    questions: {
      'dashboard: contents visible (first contentful paint)': {
        act: async () => {
          await page.goto(`/stores/${storeId}${first}`)
          await page.getByRole('list', { name: 'Content' }).waitFor()
          return firstPaint(page)
        },
        notes: [script],
      },
      'dashboard: a folder with a tenth of all is expanded': async () => {
        await openTree()
        await page.locator(rowAt('/many/')).waitFor()
        const shown = { selector: rowAt(`/many/${nameOf(50)}`), text: '00050' }
        return untilPainted(page, { click: rowAt('/many/') }, shown)
      },
      'dashboard: a frame while scrolling through it': () =>
        page.evaluate(async (count) => {
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
          return { times }
        }, often.frames),
      'dashboard: another memory is chosen, until its text is painted': async (turn) => {
        if (turn === 0) await openTree(first)
        const row = rowAt(`/notes/${nameOf(turn + 1)}`)
        // Hovers first: a person's pointer rests on it before the click.
        await page.locator(row).hover()
        await page.waitForTimeout(250)
        const shown = { selector: CONTENT, text: `note ${turn + 1}` }
        return untilPainted(page, { click: row }, shown)
      },
      'dashboard: a change by the API, until it is painted': async (turn) => {
        if (turn === 0) await openTree(first)
        changes ??= await pacedWrites(page, CONTENT, often.changes, write)
        return changes()
      },
      'dashboard: a letter in the filter of the tree, until it answers': async (turn) => {
        if (turn === 0) {
          await openTree()
          await page.keyboard.press('f')
          await page.locator('nav input[type=search]').waitFor()
        }
        const text = `00${100 + turn}`
        const shown = { selector: '[role=treeitem]', text: `${text}.md` }
        return untilPainted(page, { field: 'nav input[type=search]', text }, shown)
      },
      'dashboard: a letter in the search, until it answers': async (turn) => {
        if (turn === 0) {
          await page.goto(`/search?store=${storeId}`)
          await page.waitForLoadState('networkidle')
        }
        const text = `thing ${(500 + turn) * 7}`
        const field = 'main input[type=search]'
        return untilPainted(page, { field, text }, { selector: 'mark', text })
      },
    },
  }
}

/** A tenth in one folder, some in /notes, the rest in folders of a hundred. */
function memoryAt(index: number, size: number): object {
  const folder =
    index < 50 ? '/notes' : index < size / 10 + 50 ? '/many' : `/rest/${Math.floor(index / 100)}`
  const content = `note ${index}\nwhat was learned about thing ${index * 7}\n`
  return { path: `${folder}/${nameOf(index)}`, content }
}

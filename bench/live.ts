import type { Page } from 'playwright'
import { listenTo, type Listener } from '@/tests/support/listen'
import { ask, askJson } from './client'
import { fillStore, textOf } from './fill'
import { inside, newPlace, newWindow, open, serve, type Server } from './ground'
import { inTurns, type Row, rowOf, type Side } from './harness'

/** How long a write takes until it is painted in another window, alone and among fifty listeners. */

const FILLING = { memories: 2_000, versions: 2, bytes: 2_048 }
const LISTENERS = 50
const OFTEN = { rounds: 5, runs: 8, warmUp: 3 }
const PAINTED_MS = 500

/** Between two writes, as of a fast model: those that follow sooner are shown together. Milliseconds. */
const PACE_MS = 400

/** A write that is not painted within this is lost; milliseconds. */
const LOST_MS = 5_000

/** Where a window shows what was written. */
const TEXT = '#main'
const TREE = '[role=tree]'

export async function live(): Promise<Row[]> {
  const place = await newPlace('sqlite')
  const [one, many] = await inside(place, async () => [
    await fillStore(FILLING),
    await fillStore(FILLING),
  ])
  const server = await serve(place)
  const headers = { authorization: `Bearer ${server.secret}` }
  const follow = () => listenTo(`${server.url}/v1/memory_stores/${many}/events`, headers)
  const listeners = await Promise.all(Array.from({ length: LISTENERS - 1 }, follow))
  const alone = await windowOn(server, one ?? '')
  const among = await windowOn(server, many ?? '')
  const rows = await inTurns(
    [
      side('text, 1 listener', alone.rewrite, server),
      side(`text, ${LISTENERS} listeners`, among.rewrite, server),
      side('row of the tree, 1 listener', alone.rename, server),
      side(`row of the tree, ${LISTENERS} listeners`, among.rename, server),
    ],
    OFTEN,
  )
  const lost = alone.lost() + among.lost() + (await missedBy(listeners, among.writes()))
  for (const { leave } of listeners) leave()
  await server.stop()
  return [...rows, rowOf('lost', [lost], { unit: '', aims: { p50: 0 } })]
}

const side = (name: string, act: Side['act'], { processor }: Server): Side => ({
  name,
  act,
  processor,
  pause: PACE_MS,
  aims: { p95: PAINTED_MS },
})

/** A window on a memory of a store, and writes to this memory by somebody else. */
async function windowOn({ url, secret }: Server, storeId: string) {
  const memories = `${url}/v1/memory_stores/${storeId}/memories`
  const made = { path: '/live.md', content: textOf(0, 2_048) }
  const { id } = await askJson<{ id: string }>(memories, secret, { body: made })
  const page = await newWindow()
  await open(page, `${url}/stores/${storeId}?memory=${id}`)
  let writes = 0
  let lost = 0
  const write = async (where: string, change: (mark: string) => object) => {
    const mark = `written-${++writes}.`
    const [isPainted] = await Promise.all([
      untilPainted(page, where, mark),
      ask(`${memories}/${id}`, secret, { body: change(mark) }),
    ])
    if (!isPainted) lost++
  }
  return {
    rewrite: () => write(TEXT, (mark) => ({ content: `${mark}\n${textOf(writes, 2_048)}` })),
    rename: () => write(TREE, (mark) => ({ path: `/${mark}md` })),
    writes: () => writes,
    lost: () => lost,
  }
}

/** Resolves once the text stands in a part of the page and was painted; false: it did not come. */
function untilPainted(page: Page, where: string, text: string): Promise<boolean> {
  return page.evaluate(
    async ([where, text, most]) => {
      // No named functions: the compiler would refer to a helper that the page lacks.
      const isThere = await new Promise<boolean>((resolve) => {
        new MutationObserver(() => {
          if (document.querySelector(where)?.textContent.includes(text)) resolve(true)
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
        setTimeout(() => resolve(false), most)
      })
      // After the frame that shows it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return isThere
    },
    [where, text, LOST_MS] as const,
  )
}

/** How many of the writes each listener was not told of, in all. */
async function missedBy(listeners: readonly Listener[], writes: number): Promise<number> {
  const heard = await Promise.all(
    listeners.map(({ next, events }) => {
      const all = next(() => events.length >= writes).then(() => writes)
      const late = new Promise<number>((resolve) =>
        setTimeout(() => resolve(events.length), LOST_MS).unref(),
      )
      return Promise.race([all, late])
    }),
  )
  return heard.reduce((sum, each) => sum + writes - each, 0)
}

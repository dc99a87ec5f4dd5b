import { setTimeout as pause } from 'node:timers/promises'
import { numbers } from './fill'
import { addressesOf } from './pages'
import { part } from './part'
import { median, type Row, rowOf, short, toldRows } from './row'
import { type RunningServer, startProgram } from './server'

/** The aims in megabytes: at rest after every page, and at most while pages are asked for at once. */
const AT_REST = 220
const AT_MOST = 350

/** The aim of every page's first byte, at p50. */
const FIRST_BYTE_MS = 300

const POLL_INTERVAL_MS = 100

/**
 * Memory of all processes of `npm start`, npm itself among them: at the start, after every page, while
 * pages are asked for by many connections, and at rest after it; against a bare server of Node.
 */
export const usedMemoryPart = part(
  {
    connections: [16, 2],
    /** pages that they ask for */
    asked: [400, 4],
    /** until the memory at rest is read; milliseconds */
    restMs: [60_000, 0],
  },
  async ({ connections, asked, restMs }, ground) => {
    const stop = (server: RunningServer) => server.stop()
    const bare = ground.keep(await startProgram(['bench/bare-server.mjs', 'x']), stop)
    const server = ground.keep(await startWithNpm(ground.folder()), stop)
    const rows: Row[] = []
    const tell = (name: string, megabytes: number, aim?: number) => {
      const aimed = aim === undefined ? '' : ` (aim ${aim})`
      const against = `${(megabytes / bare.memoryOfAll()).toFixed(1)}× a bare server of Node`
      const note = `${megabytes.toFixed(0)} MB${aimed}; ${against}`
      rows.push(...toldRows('memory of all processes of npm start', { [name]: note }))
    }
    tell('at the start', server.memoryOfAll())
    const hrefs = (await addressesOf(server)).map(({ href }) => href)
    const open = async (href: string) => (await fetch(server.url + href)).arrayBuffer()
    for (const href of hrefs) await open(href)
    tell('after every page', server.memoryOfAll())
    await pause(restMs)
    tell('at rest after every page, a minute later', server.memoryOfAll(), AT_REST)
    let left = asked
    let most = 0
    const firstBytes = new Map<string, number[]>()
    const watching = setInterval(() => {
      most = Math.max(most, server.memoryOfAll())
    }, POLL_INTERVAL_MS)
    const caller = async () => {
      while (left > 0) {
        const href = hrefs[left-- % hrefs.length] ?? '/'
        const begun = performance.now()
        const answer = await fetch(server.url + href)
        firstBytes.set(href, [...(firstBytes.get(href) ?? []), performance.now() - begun])
        await answer.arrayBuffer()
      }
    }
    await Promise.all(numbers(connections).map(caller))
    clearInterval(watching)
    rows.push(...firstByteRows(connections, firstBytes))
    tell(
      `at most, under ${connections} connections of pages`,
      Math.max(most, server.memoryOfAll()),
      AT_MOST,
    )
    await pause(restMs)
    tell('at rest after them, a minute later', server.memoryOfAll())
    return rows
  },
)

/** The milliseconds to the first byte of each kind of page, and those that are slowest. */
function firstByteRows(connections: number, times: ReadonlyMap<string, readonly number[]>): Row[] {
  const group = `pages under ${connections} connections: time to first byte`
  const slowest = [...times]
    .map(([href, taken]) => ({ href, half: median(taken) }))
    .toSorted((one, other) => other.half - one.half)
  const late = slowest.filter(({ half }) => half > FIRST_BYTE_MS).length
  const notes = [
    `${late} of ${slowest.length} pages above ${FIRST_BYTE_MS} ms at p50`,
    ...slowest.slice(0, 5).map(({ href, half }) => `${href.split('?')[0]} ${short(half)}`),
  ]
  const all = { times: [...times.values()].flat() }
  return [rowOf(group, 'all pages in turns', [[all]], { aim: FIRST_BYTE_MS, notes })]
}

/** As people start it; without npm at hand, as npm does. */
function startWithNpm(folder: string): Promise<RunningServer> {
  const npm = process.env.npm_execpath
  const program = npm?.endsWith('.js') ? [npm, 'start', '--silent'] : ['scripts/start.mjs']
  return startProgram(program, { DATA_DIR: folder, DATABASE_URL: '' })
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright'
import { createStore } from '@/lib/store/change-stores'
import { drain } from './client'
import { fillStore } from './fill'
import { fillReview } from './review'
import { inside, newPlace, newWindow, open, serve, type Server } from './ground'
import { type Aims, inTurns, type Row, rowOf, withRatios } from './harness'

/** What a page costs the server, and how much of it a browser loads until it shows something. */

const FILLING = { memories: 2_000, versions: 5, bytes: 2_048 }
const STORES = 100
const OFTEN = { rounds: 6, runs: 5, warmUp: 5 }
const OPENED = { rounds: 3, warmUp: 1 }

/** A page loads what it needs by itself within this after it is ready; milliseconds. */
const STILL_LOADING_MS = 1_000

/** Milliseconds of processor, and of a dry run; compressed kilobytes of a group. */
const REVIEW_MS = 300
const NEWCOMERS_MS = 1_500
const TRIAL_MS = 1_000
const GROUP_KB = 300

/** Milliseconds of processor and compressed kilobytes of the store's page; kilobytes of any page's script. */
const STORE_MS = 150
const STORE_KB = 60
const SCRIPT_KB = 200

interface Shown {
  name: string
  address: string
  processor?: number
  html?: number
  /** what is sent, by a part of a page: it is not opened */
  body?: unknown
  p50?: number
}

export async function pages(): Promise<Row[]> {
  const place = await newPlace('sqlite')
  const [storeId, review] = await inside(place, async () => {
    for (let at = 1; at < STORES; at++) await createStore({ name: `store ${at}` })
    return [await fillStore(FILLING), await fillReview()] as const
  })
  const server = await serve(place)
  const store = `/stores/${storeId}`
  const shown: Shown[] = [
    { name: 'settings', address: '/settings' },
    { name: 'store of 2,000', address: store, processor: STORE_MS, html: STORE_KB },
    { name: 'memory of it', address: `${store}?path=/area-1/topic-1/note-1.md` },
    { name: 'plan of 2,000', address: `${store}/plan?restore=${FILLING.memories}` },
    { name: `list of ${STORES} stores`, address: '/stores' },
    { name: 'search', address: '/search' },
    { name: 'inbox of 600', address: '/review', processor: REVIEW_MS },
    {
      name: 'group of 50',
      address: `/review/${review.group}`,
      processor: REVIEW_MS,
      html: GROUP_KB,
    },
    { name: 'group of 300 new', address: `/review/${review.newcomers}`, processor: NEWCOMERS_MS },
    {
      name: 'dry run of 300',
      address: '/rules-trial',
      p50: TRIAL_MS,
      body: { storeId: review.storeId, rules: { instructions: 'hold', secrets: 'mask' } },
    },
  ]
  const rows = [
    ...(await asked(shown, server)),
    ...(await opened(
      shown.filter(({ body }) => !body),
      server,
    )),
  ]
  await server.stop()
  return rows
}

/** Answers as a browser takes them: what they cost, and what they weigh. */
async function asked(shown: readonly Shown[], { url, processor }: Server): Promise<Row[]> {
  const headers = { 'accept-encoding': 'gzip', origin: url }
  const weights = new Map<string, number>()
  const sides = shown.map(({ name, address, body, processor: most, p50 }) => ({
    name,
    act: async () => {
      let bytes = 0
      await drain(url + address, null, { headers, body }, (part) => (bytes += part.length))
      weights.set(name, bytes / 1_024)
    },
    processor,
    aims: { ...(most && { processor: most }), ...(p50 && { p50 }) },
  }))
  const rows = await inTurns(sides, OFTEN)
  return [...rows, ...weighed('HTML', shown, weights, ({ html }) => (html ? { p50: html } : {}))]
}

function weighed(
  what: string,
  shown: readonly Shown[],
  weights: ReadonlyMap<string, number>,
  aimsOf: (shown: Shown) => Aims,
): Row[] {
  return withRatios(
    shown.map((each) => {
      const figures = [weights.get(each.name) ?? Infinity]
      return rowOf(`${each.name}: ${what}`, figures, { unit: 'KB', aims: aimsOf(each) })
    }),
  )
}

/** Opened in windows with an empty cache, in turns. */
async function opened(shown: readonly Shown[], { url }: Server): Promise<Row[]> {
  const scripts = new Map<string, number>()
  const paints = new Map<string, number[]>(shown.map(({ name }) => [name, []]))
  for (let round = 0; round < OPENED.warmUp + OPENED.rounds; round++) {
    for (const { name, address } of round % 2 === 0 ? shown : shown.toReversed()) {
      const page = await newWindow()
      const weight = scriptOf(page)
      await open(page, url + address)
      if (round >= OPENED.warmUp) paints.get(name)?.push(await firstPaint(page))
      await pause(STILL_LOADING_MS)
      scripts.set(name, await weight())
      await page.context().close()
    }
  }
  const painted = [...paints].map(([name, times]) => rowOf(`${name}: first paint`, times))
  const script = weighed('script', shown, scripts, () => ({ p50: SCRIPT_KB }))
  return [...withRatios(painted), ...script]
}

/** The script that a page names itself, which is loaded before anybody can act; compressed kilobytes. */
function scriptOf(page: Page): () => Promise<number> {
  const loaded: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') loaded.push(request)
  })
  return async () => {
    const html = await (await page.request.get(page.url())).text()
    // What comes right after the page, for a dialog that may be opened, is named by scripts alone.
    const named = loaded.filter((request) => html.includes(new URL(request.url()).pathname))
    const sizes = await Promise.all(named.map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1_024
  }
}

/** Milliseconds until the page that was opened painted its first contents. */
async function firstPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  return (await painted.jsonValue()) ?? Infinity
}

import type { Page } from 'playwright/test'
import type { Ground } from './ground'

/** Observations of a page's own observers since it was opened. */
export interface Seen {
  /** cumulative layout shift that no input explains */
  shift: number
  /** milliseconds of each task of more than 50 */
  longTasks: number[]
  /** milliseconds from each input until its frame was presented, by its number; 16 at least */
  interactions: Record<string, number>
  /** milliseconds; 0 before it came */
  firstPaint: number
  largestPaint: number
}

/** Bytes over the wire without their headers, by kind of resource. */
export type Weights = Record<'Script' | 'Font' | 'Document' | 'Stylesheet', number>

/** A performance entry with the fields of each kind that observers look at. */
interface Entry extends PerformanceEntry {
  value?: number
  hadRecentInput?: boolean
  interactionId?: number
}

/** A page with an observer from the beginning, on a processor that is slower by a factor; 1: as it is. */
export async function watchedPage(ground: Ground, slowdown: number): Promise<Page> {
  const page = await ground.page(1440, 900)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // No named functions: the compiler would refer to a helper that the page lacks.
  await page.addInitScript(() => {
    const seen: Seen = { shift: 0, longTasks: [], interactions: {}, firstPaint: 0, largestPaint: 0 }
    Object.assign(globalThis, { seen })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        const { entryType, duration, interactionId: id = 0 } = entry
        if (entryType === 'layout-shift' && !entry.hadRecentInput) seen.shift += entry.value ?? 0
        if (entryType === 'longtask') seen.longTasks.push(duration)
        if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
        if (entryType === 'largest-contentful-paint') seen.largestPaint = entry.startTime
        if (entryType === 'event' && id !== 0) {
          seen.interactions[id] = Math.max(seen.interactions[id] ?? 16, duration)
        }
      }
    })
    for (const type of ['layout-shift', 'longtask', 'paint', 'largest-contentful-paint', 'event']) {
      const asked: PerformanceObserverInit & { durationThreshold: number } = {
        ...{ type, buffered: true, durationThreshold: 16 },
      }
      observer.observe(asked)
    }
  })
  return page
}

/**
 * Returns what the page has seen, once nothing more is to be expected of its opening or of an
 * input.
 */
export async function seenBy(page: Page): Promise<Seen> {
  await page.waitForSelector('html[data-ready]')
  // Longer than anything that a page does by itself after it was opened.
  await page.waitForTimeout(400)
  return page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

/** Counts what the page loads from now on; returns the function that reads the counts. */
export async function weigh(page: Page): Promise<() => Weights> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const headers = new Map<string, number>()
  const weights: Weights = { Script: 0, Font: 0, Document: 0, Stylesheet: 0 }
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    headers.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind === undefined || !(kind in weights)) return
    weights[kind as keyof Weights] += encodedDataLength - (headers.get(requestId) ?? 0)
  })
  return () => weights
}

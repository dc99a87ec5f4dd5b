import type { Page } from 'playwright/test'
import type { Times } from './row'

/** Clicks an element, types into a field, or goes to an address as a link does. */
type Act = { click: string } | { field: string; text: string } | { push: string }

/** An element to wait for, with its text. */
interface Shown {
  selector: string
  text?: string
}

/** Acts on the page; milliseconds until all of that was painted. */
export function untilPainted(page: Page, act: Act, ...shown: readonly Shown[]): Promise<number> {
  return page.evaluate(
    async ({ act, shown }) => {
      const { next } = globalThis as unknown as { next: { router: { push(to: string): void } } }
      const start = performance.now()
      if ('click' in act) document.querySelector<HTMLElement>(act.click)?.click()
      else if ('push' in act) next.router.push(act.push)
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
        !shown.every(({ selector, text = '' }) =>
          [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text)),
        )
      ) {
        if (performance.now() - start > 20_000) throw new Error(`never: ${JSON.stringify(shown)}`)
        await new Promise(requestAnimationFrame)
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return performance.now() - start
    },
    { act, shown },
  )
}

/** Milliseconds until the page that was opened painted its first contents. */
export function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (;;) {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      if (paint) return paint.startTime
      await new Promise(requestAnimationFrame)
    }
  })
}

/** The elements to wait for, and the place of the number in their text. */
export interface Numbered {
  selector: string
  pattern: RegExp
}

/** Records when an element with each number was first painted. */
export async function noteWhenPainted(page: Page, { selector, pattern }: Numbered): Promise<void> {
  await page.evaluate(
    ([selector, pattern]) => {
      const seen: Record<string, number> = {}
      Object.assign(window, { seenAt: seen })
      // No named functions: the compiler's helper for names is not in the page.
      new MutationObserver(() => {
        for (const element of document.querySelectorAll(selector)) {
          const number = new RegExp(pattern).exec(element.textContent ?? '')?.[1]
          if (number === undefined || number in seen) continue
          seen[number] = Number.NaN
          // After the frame that shows it.
          requestAnimationFrame(() => {
            setTimeout(() => (seen[number] = performance.timeOrigin + performance.now()))
          })
        }
      }).observe(document.body, {
        ...{ childList: true, subtree: true, attributes: true, characterData: true },
      })
    },
    [selector, pattern.source] as const,
  )
}

const TIMEOUT_MS = 5_000

/**
 * Milliseconds from when each number was asked for until it was painted; null for one that was not
 * within five seconds.
 */
export async function paintedAfter(page: Page, asked: ReadonlyMap<string, number>): Promise<Times> {
  const numbers = [...asked.keys()]
  await page
    .waitForFunction(
      (numbers) => {
        const { seenAt } = window as unknown as { seenAt: Record<string, number> }
        return numbers.every((number) => Number.isFinite(seenAt[number]))
      },
      numbers,
      { timeout: TIMEOUT_MS },
    )
    .catch(() => undefined)
  const seen = await page.evaluate(
    () => (window as unknown as { seenAt: Record<string, number> }).seenAt,
  )
  return [...asked].map(([number, at]) => {
    const painted = seen[number]
    return painted === undefined || !Number.isFinite(painted) ? null : painted - at
  })
}

/** The pause between two writes, so that the one before is painted; as of a fast model. */
export const PACE_MS = 150

/**
 * Returns a function that writes texts, `turn 7.` and so on, and measures the time until each is
 * painted in an element.
 */
export async function pacedWrites(
  page: Page,
  selector: string,
  times: number,
  writeTurn: (text: string) => Promise<unknown>,
): Promise<() => Promise<{ times: Times }>> {
  await noteWhenPainted(page, { selector, pattern: /turn (\d+)\./ })
  let turn = 0
  return async () => {
    const asked = new Map<string, number>()
    for (let each = 0; each < times; each++) {
      asked.set(String(++turn), performance.timeOrigin + performance.now())
      await writeTurn(`turn ${turn}.`)
      await page.waitForTimeout(PACE_MS)
    }
    return { times: await paintedAfter(page, asked) }
  }
}

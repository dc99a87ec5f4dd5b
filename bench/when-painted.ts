import type { Page } from '@playwright/test'

/** Which elements to wait for, and where in their text their number stands. */
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
export async function paintedAfter(
  page: Page,
  asked: ReadonlyMap<string, number>,
): Promise<(number | null)[]> {
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

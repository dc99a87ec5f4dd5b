import type { Page } from 'playwright/test'
import { contentsOf, fiftyChanges, isBad } from './fifty-changes'
import { expect, test } from './fixtures'
import { open } from './open'

/** Seconds that a person takes to read a decision, and to find and press a key. */
const READING_S = 1.5
const KEY_S = 0.2

/** From the agent's changes to right again, and its keys, from the inbox to the end. */
const AIM_S = 60
const AIM_KEYS = 20

interface Focused {
  key: string
  path: string
  isOpen: boolean
  /** whether none is open any more */
  isLast: boolean
}

/** The hunk that holds the focus, as a person sees it. */
const focused = (page: Page) =>
  page.evaluate((): Focused | null => {
    const hunk = document.activeElement?.closest<HTMLElement>('[data-hunk]')
    if (!hunk) return null
    const [path = ''] = (hunk.ariaLabel ?? '').split(',')
    const isLast = document.querySelector('[data-hunk][data-open]') === null
    return { key: hunk.dataset.hunk ?? '', path, isOpen: hunk.dataset.open !== undefined, isLast }
  })

/** A person at the keyboard who knows what is right, and counts what they do. */
class Reviewer {
  hunksRead = 0
  keys = 0
  takenBack = 0

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** Reads open hunks from the one in focus on, and decides each until none is open. */
  async decideAll(): Promise<void> {
    for (;;) {
      const hunk = await focused(this.page)
      if (!hunk?.isOpen) return
      this.hunksRead++
      if (isBad(hunk.path)) this.takenBack++
      await this.press(isBad(hunk.path) ? 'r' : 'a')
      const isLeft = async () => {
        const now = await focused(this.page)
        return now !== null && (now.key !== hunk.key || now.isLast)
      }
      await expect.poll(isLeft).toBe(true)
    }
  }
}

test('fifty changes, six of them bad, are put right by keys alone', async ({ page, stores }) => {
  test.slow()
  const { storeId, right } = await fiftyChanges(page, stores)
  const reviewer = new Reviewer(page)
  await open(page, `/review?store=${storeId}`)
  await reviewer.press('Enter')
  await expect(page.getByText('0 of 50 decided').filter({ visible: true })).toBeVisible()
  await expect.poll(async () => (await focused(page))?.isOpen).toBe(true)
  await reviewer.decideAll()
  await expect(page.getByText('50 of 50 decided').filter({ visible: true })).toBeVisible()
  await reviewer.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  expect(await contentsOf(stores, storeId)).toEqual(right)
  const { hunksRead, keys, takenBack } = reviewer
  expect(takenBack).toBe(6)
  expect(hunksRead).toBe(11)
  expect(keys).toBeLessThanOrEqual(AIM_KEYS)
  expect(hunksRead * READING_S + keys * KEY_S).toBeLessThanOrEqual(AIM_S)
})

import type { Page } from 'playwright/test'
import { contentsOf, fiftyChanges, isBad } from './fifty-changes'
import { expect, test } from './fixtures'
import { open, reload } from './open'

/** Seconds that a person takes to read a decision, and below, to find and press a key. */
const READING_S = 1.5
const KEY_S = 0.2

/** Aim for the time from the agent's changes to right again (review page, Figures to reach). */
const AIM_S = 60

/** Aim for its keys, from the inbox to the end. */
const AIM_KEYS = 20

interface Focused {
  id: string
  path: string
  isOpen: boolean
}

/** The hunk that holds the focus, as a person sees it. */
const focused = (page: Page) =>
  page.evaluate((): Focused | null => {
    const hunk = document.activeElement?.closest<HTMLElement>('[data-hunk]')
    const label = hunk?.getAttribute('aria-label') ?? ''
    const isOpen = [...(hunk?.querySelectorAll('button') ?? [])].some((button) =>
      button.textContent.trim().startsWith('Keep'),
    )
    const path = label.split(',')[0] ?? ''
    return hunk ? { id: hunk.dataset.hunk ?? '', path, isOpen } : null
  })

/** A person at the keyboard who knows what is right, and counts what they do. */
class Reviewer {
  hunksRead = 0
  keys = 0
  readonly reverted: string[] = []

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** The first open hunk, which has the focus on arrival. */
  async arrive(): Promise<Focused> {
    await expect.poll(async () => (await focused(this.page))?.isOpen).toBe(true)
    const hunk = await focused(this.page)
    if (!hunk) throw new Error('no hunk has the focus')
    return hunk
  }

  /** Reads hunks from this one on and decides each, up to a limit; null: none is open any more. */
  async decide(hunk: Focused, most: number): Promise<Focused | null> {
    let current: Focused | null = hunk
    for (let count = 0; count < most && current?.isOpen; count++) {
      this.hunksRead++
      const { id, path } = current
      if (isBad(path)) this.reverted.push(path)
      await this.press(isBad(path) ? 'r' : 'a')
      await expect
        .poll(async () => {
          current = await focused(this.page)
          return current?.id !== id || !current.isOpen
        })
        .toBe(true)
    }
    return current?.isOpen ? current : null
  }
}

test('fifty changes, six of them bad, are put right by keys alone, over a reload and with a second window', async ({
  page,
  context,
  request,
  memoryStores,
}) => {
  test.slow()
  const { storeId, right } = await fiftyChanges(request, memoryStores)
  const reviewer = new Reviewer(page)
  await open(page, `/review?store=${storeId}`)
  await expect(page.getByText('Checking…')).toHaveCount(0)
  await expect(page.locator('[data-inbox-row]').first()).toBeVisible()
  const began = performance.now()
  await reviewer.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
  await expect(page.getByText('0 of 50 memories decided').filter({ visible: true })).toBeVisible()
  const opened = performance.now() - began

  const next = await reviewer.decide(await reviewer.arrive(), 6)
  expect(next).not.toBeNull()
  // A person reads for longer than a decision takes to be recorded.
  const [, changesetId = ''] = /(chgset_\w+)/.exec(page.url()) ?? []
  const openHunks = async (): Promise<unknown> => {
    const changeset = await request.get(`/v1/changesets/${changesetId}`)
    return changeset.json()
  }
  await expect.poll(openHunks).toMatchObject({ counts: { open_hunks: 44 } })
  await reload(page)
  await expect(page.getByText('6 of 50 memories decided').filter({ visible: true })).toBeVisible()
  const second = await context.newPage()
  await open(second, page.url())
  await expect(second.getByText('6 of 50 memories decided').filter({ visible: true })).toBeVisible()

  expect(await reviewer.decide(await reviewer.arrive(), 50)).toBeNull()
  await expect(page.getByRole('heading', { name: /^6 memories go back, 44 stay/ })).toBeVisible()
  await reviewer.press('Control+Enter')
  await expect(page.getByText('6 memories corrected.')).toBeFocused()
  const machine = (performance.now() - began) / 1000

  expect(reviewer.reverted.length).toBe(6)
  expect(await contentsOf(memoryStores, storeId)).toEqual(right)
  await expect(page.getByText('Reviewed', { exact: true })).toBeVisible()
  await reload(second)
  await expect(second.getByText('Reviewed', { exact: true })).toBeVisible()
  await second.close()

  const { hunksRead, keys } = reviewer
  const simulated = hunksRead * READING_S + keys * KEY_S
  process.stdout.write(
    `scripted reviewer: ${hunksRead} decisions, ${keys} keys: ${simulated.toFixed(1)} s simulated` +
      ` (${READING_S} s a decision, ${KEY_S} s a key; aim ${AIM_S} s and ${AIM_KEYS} keys);` +
      ` opened in ${opened.toFixed(0)} ms; ${machine.toFixed(1)} s of the machine, reload and second window included\n`,
  )
  expect(hunksRead).toBe(11)
  expect(keys).toBeLessThanOrEqual(AIM_KEYS)
  expect(simulated).toBeLessThanOrEqual(AIM_S)
})

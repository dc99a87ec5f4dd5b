import type Anthropic from '@anthropic-ai/sdk'
import type { APIRequestContext, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { nameMoment } from './name-moment'
import { open, walkTo } from './open'
import { seedHistory } from './seed-history'

type EndName = 'From' | 'To'

/** The form that chooses one end, behind its button. */
const end = (page: Page, name: EndName) => page.getByRole('group', { name, exact: true })
const endButton = (page: Page, name: EndName) =>
  page.getByRole('button', { name: new RegExp(`^${name} `) })
const handle = (page: Page, name: EndName) => page.getByRole('slider', { name, exact: true })
const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true })
const files = (page: Page) => page.getByRole('navigation', { name: 'Changed memories' })
const difference = (page: Page) => page.getByRole('region', { name: 'Difference', exact: true })

/** Lines that stay the same: three beside each change are shown, the rest is folded. */
const STAYS = 'a\nb\nc\nd\ne\nf\n'

/** A store of three moments: 1–3 at noon of the 20th, 4–7 at noon of the 21st, 8 a second later. */
async function storeOfThreeMoments(
  memoryStores: Anthropic['beta']['memoryStores'],
  request: APIRequestContext,
): Promise<string> {
  const { id } = await memoryStores.create({ name: 'Three moments' })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00.250Z',
      changes: [
        { op: 'write', path: '/changed.md', content: `one\ntwo\nthree\n${STAYS}` },
        { op: 'write', path: '/gone.md', content: 'a\nb\n' },
        { op: 'write', path: '/here.md', content: 'stays\n' },
      ],
    },
    {
      at: '2026-05-21T12:00:00Z',
      changes: [
        { op: 'write', path: '/changed.md', content: `one\n2\nthree\n${STAYS}four\n` },
        { op: 'delete', path: '/gone.md' },
        { op: 'rename', from: '/here.md', path: '/there.md' },
        { op: 'write', path: '/made.md', content: 'made\n' },
      ],
    },
    {
      at: '2026-05-21T12:00:01Z',
      changes: [{ op: 'write', path: '/last.md', content: 'last\n' }],
    },
  ])
  return id
}

test('a comparison opens on what changed last, and its files are walked by keys', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}/compare`)
  await expect(page.getByRole('status').getByText('1 memory differs')).toBeVisible()
  await expect(difference(page).getByRole('row', { name: 'added: last' })).toBeVisible()

  await page.getByRole('link', { name: 'Everything' }).click()
  await expect(page).toHaveURL(/\/compare\?from=0&to=now$/)
  await expect(page.getByText('4 memories differ')).toBeVisible()
  await walkTo(page, `/stores/${id}/compare?from=3`)
  await expect(files(page).getByRole('link')).toHaveText([
    /changed\.md/,
    /gone\.md/,
    /last\.md/,
    /made\.md/,
    /there\.md/,
  ])
  await expect(
    files(page).getByRole('link', { name: 'modified: /changed.md, 2 lines added, 1 line removed' }),
  ).toHaveAttribute('aria-current', 'true')
  await expect(difference(page).getByRole('row', { name: 'removed: two' })).toBeInViewport()
  await page.keyboard.press('j')
  await expect(difference(page).getByRole('row', { name: 'removed: two' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(difference(page).getByRole('row', { name: 'added: four' })).toBeFocused()
  // After the last change of a file comes the next one.
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/&file=mem_/)
  await expect(difference(page).getByRole('heading')).toHaveText('/gone.md')
  await expect(difference(page).getByRole('row', { name: 'removed: b' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(difference(page).getByRole('heading')).toHaveText('/changed.md')

  await page.getByRole('link', { name: '2 new' }).click()
  await expect(files(page).getByRole('link')).toHaveText([/last\.md/, /made\.md/])
  await expect(difference(page).getByRole('heading')).toHaveText('/last.md')
})

test('a wide window shows the two sides beside each other, a narrow one below each other', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, `/stores/${id}/compare?from=3`)
  const removed = difference(page).getByRole('row', { name: 'removed: two' })
  const added = difference(page).getByRole('row', { name: 'added: 2' })
  const top = async (row: typeof removed) => (await row.boundingBox())?.y
  expect(await top(removed)).toBe(await top(added))

  // What is folded opens in its place, by keyboard, and the link that is copied has it open.
  const fold = difference(page).getByRole('link', { name: '1 unchanged line' })
  await expect(difference(page).getByRole('row', { name: '6 c', exact: true })).toBeHidden()
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(difference(page).getByRole('row', { name: '6 c', exact: true })).toBeVisible()
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(page).toHaveURL(/&open=1$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').getByText('Link copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/&file=mem_.*&open=1$/)
  await fold.click()
  await expect(difference(page).getByRole('row', { name: '6 c', exact: true })).toBeHidden()

  await page.getByRole('link', { name: 'Unified' }).click()
  await expect(page).toHaveURL(/&view=unified/)
  await expect.poll(async () => (await top(added)) !== (await top(removed))).toBe(true)
  await page.getByRole('link', { name: 'Split' }).click()
  await expect.poll(async () => (await top(added)) === (await top(removed))).toBe(true)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(async () => (await top(added)) === (await top(removed))).toBe(false)
  await expect(page.getByRole('link', { name: 'Split' })).toBeHidden()
})

test('two moments are chosen on the time bar, by name, by time and by number, by keyboard', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await nameMoment(page, { storeId: id, sequence: 3, name: 'before the release' })
  await walkTo(page, `/stores/${id}/compare?from=0&to=now`)
  await expect(endButton(page, 'From')).toContainText('Before the first change')
  await expect(endButton(page, 'To')).toContainText('Now')
  await handle(page, 'From').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/compare\?from=3&to=now$/)
  await expect(endButton(page, 'From')).toContainText('before the release')
  await expect(handle(page, 'From')).toBeFocused()

  await endButton(page, 'To').focus()
  await page.keyboard.press('Enter')
  await end(page, 'To').getByRole('radio', { name: 'Change number' }).check()
  await expect(end(page, 'To').getByRole('combobox')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(end(page, 'To').getByRole('spinbutton')).toBeFocused()
  // A sequence within a batch stands for the whole batch.
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/compare\?from=3&to=5$/)
  await expect(page.getByText('4 memories differ')).toBeVisible()

  await endButton(page, 'To').click()
  await expect(end(page, 'To')).toContainText('change 7')
  await end(page, 'To').getByRole('radio', { name: 'Time (UTC)' }).check()
  const time = end(page, 'To').getByLabel('Time (UTC)').and(page.locator('[type=datetime-local]'))
  await expect(time).toHaveValue('2026-05-21T12:00')
  await time.fill('2026-05-21T12:00:01')
  await expectAccessible(page)
  await compare(page).click()
  await expect(page).toHaveURL(/\/compare\?from=3&to=2026-05-21T12:00:01Z$/)
  await expect(page.getByText('5 memories differ')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Swap' }).click()
  await expect(page).toHaveURL(/\/compare\?from=2026-05-21T12:00:01Z&to=3$/)
  await endButton(page, 'To').click()
  await expect(end(page, 'To').getByRole('combobox')).toHaveValue('3')
})

test('a click on the time bar moves the nearer handle', async ({ page, request, memoryStores }) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}/compare?from=0&to=now`)
  const bar = page.getByRole('group', { name: 'Moments compared' })
  const box = await bar.boundingBox()
  if (!box) throw new Error('the time bar has no size')
  await page.mouse.click(box.x + (box.width * 3) / 8, box.y + box.height / 2)
  await expect(page).toHaveURL(/\/compare\?from=3&to=now$/)
  await page.mouse.click(box.x + (box.width * 7) / 8, box.y + box.height / 2)
  await expect(page).toHaveURL(/\/compare\?from=3&to=7$/)
})

test('since my last look is offered to who has looked before', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}`)
  await open(page, `/stores/${id}/compare`)
  await expect(page.getByRole('link', { name: 'Since I last looked' })).toHaveCount(0)
  await memoryStores.memories.create(id, { path: '/newer.md', content: 'newer\n' })
  await open(page, `/stores/${id}/compare`)
  await page.getByRole('link', { name: 'Since I last looked' }).click()
  await expect(page).toHaveURL(/\/compare\?from=8&to=now$/)
  await expect(difference(page).getByRole('row', { name: 'added: newer' })).toBeVisible()
})

test('what names no moment is said to name none', async ({ page, request, memoryStores }) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}/compare?from=yesterday&to=999`)
  const alert = page.getByRole('alert').filter({ hasText: 'no valid start' })
  await expect(alert).toHaveText('The address has no valid start. Showing the latest changes.')
  await endButton(page, 'From').click()
  await end(page, 'From').getByRole('radio', { name: 'Time (UTC)' }).check()
  await end(page, 'From').locator('[type=datetime-local]').fill('')
  await compare(page).click()
  await expect(alert).toBeVisible()
  await endButton(page, 'From').click()
  await expect(end(page, 'From').getByRole('radio', { name: 'Time (UTC)' })).toBeChecked()
})

test('moments and files are chosen without any script', async ({
  browser,
  baseURL,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`/stores/${id}/compare?from=0&to=now`)
  await endButton(page, 'From').click()
  await end(page, 'From').getByRole('radio', { name: 'Time (UTC)' }).check()
  await end(page, 'From').locator('[type=datetime-local]').fill('2026-05-20T12:00')
  await compare(page).click()
  await endButton(page, 'To').click()
  await end(page, 'To').getByRole('radio', { name: 'Change number' }).check()
  await end(page, 'To').getByRole('spinbutton').fill('7')
  await compare(page).click()
  await expect(page).toHaveURL(/\/compare\?from=2026-05-20T12:00:00Z&to=7$/)
  await expect(page.getByText('4 memories differ')).toBeVisible()
  await files(page)
    .getByRole('link', { name: /made\.md/ })
    .click()
  await expect(difference(page).getByRole('row', { name: 'made' })).toBeVisible()
  await context.close()
})

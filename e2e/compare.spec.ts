import type Anthropic from '@anthropic-ai/sdk'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { open } from './open'
import { seedHistory } from './seed-history'

const end = (page: Page, name: 'From' | 'To') => page.getByRole('group', { name, exact: true })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes between two moments' })

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
        { op: 'write', path: '/changed.md', content: 'one\ntwo\nthree\n' },
        { op: 'write', path: '/gone.md', content: 'a\nb\n' },
        { op: 'write', path: '/here.md', content: 'stays\n' },
      ],
    },
    {
      at: '2026-05-21T12:00:00Z',
      changes: [
        { op: 'write', path: '/changed.md', content: 'one\n2\nthree\nfour\n' },
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

async function nameMoment(page: Page, storeId: string, sequence: number, name: string) {
  await open(page, `/stores/${storeId}?at=${sequence}`)
  const bar = page.getByRole('region', { name: 'Time' })
  const field = bar.getByRole('textbox', { name: 'Name of this moment' })
  await bar.getByRole('button', { name: 'Name this moment' }).click()
  await expect(field).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('button', { name: 'Remove the name' })).toBeVisible()
}

test('what differs is summed up by kind, with its lines', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}/compare?from=3`)
  await expect(page.getByRole('status').getByText('5 memories differ.')).toBeVisible()
  const totals = page.getByRole('region', {
    name: 'How many memories and lines differ, by kind',
  })
  await expect(totals.getByRole('term')).toHaveText([
    'created',
    'modified',
    'renamed',
    'deleted',
    'together',
  ])
  await expect(totals.getByRole('definition')).toHaveText([
    '2',
    /^\+2 −0 ?2 lines added, 0 lines removed$/,
    '1',
    /^\+2 −1/,
    '1',
    /^\+0 −0/,
    '1',
    /^\+0 −2/,
    '5',
    /^\+4 −3/,
  ])
})

test('two moments are chosen by name, by time and by number, by keyboard, and stand in the address', async ({
  page,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await nameMoment(page, id, 3, 'before the release')
  await open(page, `/stores/${id}/compare`)
  await expect(end(page, 'From')).toContainText('Before the first change')
  await expect(end(page, 'To')).toContainText('Now · change 8 of 8')

  await end(page, 'From').getByRole('combobox').focus()
  await page.keyboard.type('before the r')
  await page.keyboard.press('Tab')
  await expect(end(page, 'To').getByRole('radio', { name: 'Named moment' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(end(page, 'To').getByRole('radio', { name: 'Change number' })).toBeChecked()
  await expect(end(page, 'To').getByRole('combobox')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(end(page, 'To').getByRole('spinbutton')).toBeFocused()
  // A sequence within a batch stands for the whole batch.
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/compare\?from=3&to=5$/)
  await expect(end(page, 'From').getByRole('combobox')).toHaveValue('3')
  await expect(end(page, 'From')).toContainText('before the release · change 3 of 8')
  await expect(end(page, 'To')).toContainText('change 7 of 8')
  await expect(page.getByText('4 memories differ.')).toBeVisible()

  await end(page, 'To').getByRole('radio', { name: 'Time (UTC)' }).check()
  const time = end(page, 'To').getByLabel('Time (UTC)').and(page.locator('[type=datetime-local]'))
  await expect(time).toHaveValue('2026-05-21T12:00')
  await time.fill('2026-05-21T12:00:01')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?from=3&to=2026-05-21T12:00:01Z$/)
  await expect(time).toHaveValue('2026-05-21T12:00:01')
  await expect(page.getByText('5 memories differ.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Swap' }).click()
  await expect(page).toHaveURL(/\/compare\?from=2026-05-21T12:00:01Z&to=3$/)
  await expect(end(page, 'To').getByRole('combobox')).toHaveValue('3')
  await expect(changes(page)).toContainText('/there.md → /here.md')
})

test('what names no moment is said to name none', async ({ page, request, memoryStores }) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  await open(page, `/stores/${id}/compare?from=yesterday&to=999`)
  await expect(end(page, 'From').getByRole('alert')).toHaveText(
    'This names no moment, so the comparison goes from the beginning.',
  )
  await expect(end(page, 'To').getByRole('alert')).toBeHidden()
  await expect(end(page, 'To')).toContainText('change 8 of 8')
  await end(page, 'From').getByRole('radio', { name: 'Time (UTC)' }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(end(page, 'From').getByRole('alert')).toBeVisible()
  await expect(end(page, 'From').getByRole('radio', { name: 'Time (UTC)' })).toBeChecked()
})

test('moments are chosen without any script', async ({
  browser,
  baseURL,
  request,
  memoryStores,
}) => {
  const id = await storeOfThreeMoments(memoryStores, request)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`/stores/${id}/compare`)
  await end(page, 'From').getByRole('radio', { name: 'Time (UTC)' }).check()
  await end(page, 'From').locator('[type=datetime-local]').fill('2026-05-20T12:00')
  await end(page, 'To').getByRole('radio', { name: 'Change number' }).check()
  await end(page, 'To').getByRole('spinbutton').fill('7')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?from=2026-05-20T12:00:00Z&to=7$/)
  await expect(end(page, 'From')).toContainText('change 3 of 8')
  await expect(page.getByText('4 memories differ.')).toBeVisible()
  await context.close()
})

test.describe('of very many changes', () => {
  // Requests fail while the network is away.
  test.use({ refused: /\/compare/ })

  const COUNT = 40

  test('the first are open, and the others are asked for when they are opened', async ({
    page,
    request,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Very many' })
    const path = (index: number) => `/notes/${String(index).padStart(3, '0')}.md`
    const write = (turn: number) =>
      Array.from({ length: COUNT }, (_, index) => ({
        op: 'write' as const,
        path: path(index),
        content: `note ${index}\nturn ${turn}\n`,
      }))
    await seedHistory(request, id, [
      { at: '2026-05-20T12:00:00Z', changes: write(1) },
      { at: '2026-05-21T12:00:00Z', changes: write(2) },
    ])
    await open(page, `/stores/${id}/compare?from=${COUNT}&to=now`)
    await expect(changes(page).getByRole('listitem')).toHaveCount(COUNT)
    await expect(changes(page).getByRole('table')).toHaveCount(10)
    await expectAccessible(page)

    const group = (index: number) =>
      changes(page)
        .getByRole('group')
        .filter({ hasText: path(index) })
    await page.keyboard.press('p')
    await expect(group(COUNT - 1).locator('summary')).toBeFocused()
    await page.keyboard.press('p')
    await page.keyboard.press('Enter')
    await expect(group(COUNT - 2).getByRole('row', { name: 'turn 2' })).toBeVisible()
    await expect(changes(page).getByRole('table')).toHaveCount(11)
    // Closed and opened again it is still there.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(group(COUNT - 2).getByRole('row', { name: 'turn 2' })).toBeVisible()

    await page.context().setOffline(true)
    await group(COUNT - 3)
      .locator('summary')
      .click()
    await expect(group(COUNT - 3).getByRole('alert')).toHaveText(
      'The difference could not be loaded.',
    )
    await expectAccessible(page)
    await page.context().setOffline(false)
    await group(COUNT - 3)
      .getByRole('button', { name: 'Try again' })
      .click()
    await expect(group(COUNT - 3).getByRole('row', { name: 'turn 2' })).toBeVisible()
  })

  test('each can be looked at without any script', async ({
    browser,
    baseURL,
    request,
    memoryStores,
  }) => {
    const { id } = await memoryStores.create({ name: 'Many, plain' })
    const changed = Array.from({ length: 12 }, (_, index) => ({
      op: 'write' as const,
      path: `/${String.fromCharCode(97 + index)}.md`,
      content: `note ${index}\n`,
    }))
    await seedHistory(request, id, [{ at: '2026-05-20T12:00:00Z', changes: changed }])
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto(`/stores/${id}/compare`)
    const last = changes(page).getByRole('group').last()
    await last.locator('summary').click()
    await last.getByRole('link', { name: 'Open' }).click()
    await expect(page.getByRole('list', { name: 'Content' })).toHaveText('note 11')
    await context.close()
  })
})

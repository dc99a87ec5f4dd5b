import { expect, test } from './fixtures'
import { open, openFirstChangeset, reload, walkTo } from './open'

test('what was decided is in the digest, with how long it took and how long it was looked at', async ({
  page,
  context,
  request,
  memoryStores,
}) => {
  await page.clock.install()
  const { id } = await memoryStores.create({ name: 'Digested' })
  await memoryStores.memories.create(id, { path: '/good.md', content: 'good\n' })
  await memoryStores.memories.create(id, { path: '/bad.md', content: 'bad\n' })
  await openFirstChangeset(page, id)
  const hunk = (name: RegExp) => page.getByRole('region', { name })
  await hunk(/^\/good\.md/).focus()
  await page.keyboard.press('a')
  await expect(hunk(/^\/good\.md/)).toContainText('Kept')
  await hunk(/^\/bad\.md/).focus()
  await page.keyboard.press('r')
  // What is painted at once is recorded a moment later.
  const metrics = async () =>
    (await (await request.get('/v1/review_metrics')).json()) as {
      decisions: { accepted: number; rejected: number }
      attention: { changesets: number; seconds: number }
    }
  await expect
    .poll(async () => (await metrics()).decisions)
    .toMatchObject({ accepted: 1, rejected: 1 })

  // It is before their eyes once, although a second window shows it too.
  const second = await context.newPage()
  await second.clock.install()
  await open(second, page.url())
  for (const each of [page, second]) await each.clock.fastForward(40_000)
  await second.close({ runBeforeUnload: true })
  await walkTo(page, '/log/figures?period=day')
  await expect.poll(async () => (await metrics()).attention.seconds).toBeGreaterThan(40)
  expect((await metrics()).attention).toMatchObject({ changesets: 1 })
  expect((await metrics()).attention.seconds).toBeLessThan(80)
  await reload(page)
  await expect(page.getByText('2 writes by one agent.')).toBeVisible()
  await expect(page.getByText(/People decided 2 changes; 1 was reverted/)).toBeVisible()
  const rejected = page.getByRole('region', { name: 'Reverted', exact: true })
  await expect(rejected.getByRole('link', { name: '/bad.md' })).toBeVisible()
  await expect(page.getByText(/On screen for .*, in 1 review/)).toBeVisible()

  const json = await page.getByRole('link', { name: 'JSON' }).getAttribute('href')
  const answer = await request.get(json ?? '')
  expect(await answer.json()).toMatchObject({
    type: 'review_digest',
    metrics: { decisions: { accepted: 1, rejected: 1, seen: 2 } },
  })
  await page.getByRole('link', { name: 'Previous day' }).click()
  await page.waitForURL(/at=/)
  await expect(page.getByText('No agent wrote anything.')).toBeVisible()
  await page.getByRole('link', { name: 'Next day' }).click()
  await expect(page.getByText('2 writes by one agent.')).toBeVisible()
})

test('what was read counts as read where the time was not measured, and is not said to be unlooked at', async ({
  page,
  request,
  memoryStores,
}) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => false
  })
  const { id } = await memoryStores.create({ name: 'Read unmeasured' })
  await memoryStores.memories.create(id, { path: '/good.md', content: 'good\n' })
  await openFirstChangeset(page, id)
  await page.getByRole('region', { name: /^\/good\.md/ }).focus()
  await page.keyboard.press('a')
  const accepted = async () => {
    const answer = await request.get('/v1/review_metrics')
    return ((await answer.json()) as { decisions: { accepted: number } }).decisions.accepted
  }
  await expect.poll(accepted).toBe(1)

  await open(page, '/log/figures?period=day')
  const figures = page.getByRole('region', { name: 'Who decided' }).getByRole('listitem')
  await expect(figures).toHaveText([/^People, read\s*1$/])
  const times = page.getByRole('region', { name: 'Time to a decision' })
  await expect(times.getByRole('paragraph')).toHaveCount(0)
})

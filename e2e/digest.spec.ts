import { expect, test } from './fixtures'
import { open, reload, walkTo } from './open'

test('what was decided is in the digest, with how long it took and how long it was looked at', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Digested' })
  await memoryStores.memories.create(id, { path: '/good.md', content: 'good\n' })
  await memoryStores.memories.create(id, { path: '/bad.md', content: 'bad\n' })
  await open(page, `/review?store=${id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/chgset_/)
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
      attention: { changesets: number }
    }
  await expect
    .poll(async () => (await metrics()).decisions)
    .toMatchObject({ accepted: 1, rejected: 1 })

  await walkTo(page, '/review/digest?period=day')
  await expect.poll(async () => (await metrics()).attention.changesets).toBe(1)
  await reload(page)
  await expect(page.getByText('2 writes by one agent.')).toBeVisible()
  await expect(page.getByText(/People decided 2 hunks; 1 was rejected/)).toBeVisible()
  const rejected = page.getByRole('region', { name: 'Rejected', exact: true })
  await expect(rejected.getByRole('link', { name: '/bad.md' })).toBeVisible()
  await expect(page.getByText(/of attention each, in 1 changeset/)).toBeVisible()

  const json = await page.getByRole('link', { name: 'JSON' }).getAttribute('href')
  const answer = await request.get(json ?? '')
  expect(await answer.json()).toMatchObject({
    type: 'review_digest',
    metrics: { decisions: { accepted: 1, rejected: 1, seen: 2 } },
  })
  await page.keyboard.press('[')
  await page.waitForURL(/at=/)
  await expect(page.getByText('No agent wrote anything.')).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByText('2 writes by one agent.')).toBeVisible()
})

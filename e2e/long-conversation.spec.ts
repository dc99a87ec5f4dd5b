import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { log, practiceSession } from './conversation'
import { open, reload } from './open'

/** Messages of the person, far more than a page comes with. */
const SAID = 45

const said = (page: Page, number: number) =>
  log(page).getByText(`Remember that fact ${number} holds`)

test('a long conversation opens at its end, and shows what was before as one scrolls, at a link, and after a reload', async ({
  page,
  request,
  memoryStores,
}) => {
  const { id: storeId } = await memoryStores.create({ name: 'Long talk' })
  const facts = Array.from({ length: SAID }, (_, at) => `Remember that fact ${at + 1} holds`)
  const id = await practiceSession(request, storeId, ...facts)
  await expect(async () => {
    const newest = await request.get(`/v1/sessions/${id}/events?order=desc&limit=5`)
    expect(await newest.text()).toContain(`I have written it down: fact ${SAID} holds`)
  }).toPass({ timeout: 60_000 })

  await open(page, `/sessions/${id}`)
  await expect(said(page, SAID)).toBeInViewport()
  await expect(said(page, 1)).toBeHidden()

  await log(page).focus()
  await expect(async () => {
    await page.keyboard.press('Home')
    await expect(said(page, 1)).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(log(page).getByText(/Remember that fact \d+ holds/)).toHaveCount(SAID)
  await expect(
    log(page).getByRole('button', { name: 'Show more of the conversation' }),
  ).toBeHidden()
  await reload(page)
  await expect(said(page, 1)).toBeInViewport()

  await open(page, '/search?q=fact+3+holds')
  await page.getByRole('region', { name: 'Sessions' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/sessions/${id}\\?call=`))
  await expect(log(page).getByText('I have written it down: fact 3 holds')).toBeInViewport()
})

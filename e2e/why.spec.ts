import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './accessible'
import { expect, type Stores, test } from './fixtures'
import { WIDTHS } from './layout'
import { open } from './open'
import { SAVE } from './parts'

const AGREED = '# Agreements\n\n- Releases go out on Tuesdays.\n- The docs stay in English.\n'
const OTHERS = {
  '/notes/team.md': '# Team\n\n- Mia leads, Jon reviews.\n',
  '/notes/release-steps.md': '# Steps\n\n- Releases are tagged, then announced.\n',
  '/style.md': 'Two spaces, no tabs.\n',
}

/** A store in which an agent changed what was agreed; resolves with its id. */
async function misremembered(stores: Stores, name: string): Promise<string> {
  const id = await stores.make(name, { '/agreements.md': AGREED, ...OTHERS })
  await stores.write(id, '/agreements.md', AGREED.replace('Tuesdays', 'Fridays'))
  return id
}

/** Asks the practice agent, which answers from its memory. */
async function asked(page: Page, storeId: string): Promise<void> {
  await open(page, `/sessions/new?store=${storeId}`)
  await page.keyboard.type('What do you know about releases?')
  await page.keyboard.press(SAVE)
  await expect(page.getByText(/Releases go out on Fridays/).first()).toBeVisible()
  // Else letters are the next message.
  await page.getByRole('textbox', { name: 'Message' }).blur()
}

/** Searches for what made it say these words; the page of what was found is there at the end. */
async function searchedFor(page: Page, words: string): Promise<void> {
  await page.keyboard.press('w')
  await expect(page.getByRole('heading', { name: 'Which line made it say so?' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Words' }).fill(words)
  await expect(page.getByText('Holds in this answer', { exact: true })).toBeVisible()
  await page.keyboard.press(SAVE)
  await expect(page).toHaveURL(/\/why\/cause_/)
}

const FOUND = 'Line 3 of agreements.md made it say so.'

test('a wrong answer leads to the line that made it, the line is put right, and a test keeps it', async ({
  page,
  stores,
}) => {
  const id = await misremembered(stores, 'Misremembered')
  await asked(page, id)
  await page.keyboard.press('w')
  await expect(page.getByText('4 memories of Misremembered')).toBeVisible()
  await expect(page.getByText(/^Some \d+ answers, free$/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/sessions\/sesn_\w+$/)
  await searchedFor(page, 'Fridays')
  await expect(page.getByRole('heading', { name: FOUND })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('was “Releases go out on Tuesdays.”')
  await expect(page.getByRole('complementary')).toContainText('Not looked at yet')
  await page.setViewportSize(WIDTHS.phone)
  await expect(page.getByText('The answer contains Fridays').first()).toBeVisible()
  await page.setViewportSize(WIDTHS.desk)
  const address = page.url()
  // A question's answers come when it is opened.
  const everything = page
    .getByRole('list', { name: 'What was asked' })
    .getByRole('listitem')
    .first()
  await expect(everything.getByText('says so')).toHaveCount(0)
  await everything.getByText('Everything shown').click()
  await expect(everything.getByText('says so').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue(/about releases/)
  await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue('Fridays')
  await expectAccessible(page)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await page.keyboard.press(SAVE)
  await expect(name).toBeFocused()
  await name.fill('Misremembered')
  await page.keyboard.press(SAVE)
  await expect(page).toHaveURL(/\/tests\?test=mtest_/)
  await page.keyboard.press('g')
  const row = page.getByRole('list', { name: 'Tests' }).getByRole('listitem')
  await expect(row).toContainText('fails')
  await expectAccessibleInBothThemes(page)
  await open(page, '/review')
  await page.getByRole('link', { name: '1 test fails: Misremembered' }).click()
  await expect(row).toContainText('fails')

  await open(page, address)
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'Undo 1 change' })).toBeVisible()
  await page.keyboard.press(SAVE)
  await expect.poll(() => stores.contentAt(id, '/agreements.md')).toBe(AGREED)

  await open(page, `/stores/${id}/tests`)
  await page.keyboard.press('g')
  await expect(row).toContainText('passes')
})

test('what the agent said itself before is named, with where it stands and when the memory was first read', async ({
  page,
  stores,
}) => {
  await asked(page, await misremembered(stores, 'Said twice'))
  await page.getByRole('textbox', { name: 'Message' }).fill('What do you know about releases?')
  await page.keyboard.press('Enter')
  const answers = page.locator('[data-said]').filter({ hasText: 'Releases go out on Fridays.' })
  await expect(answers).toHaveCount(2)
  // While it runs the key stops it.
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  await expect(page.getByText('The agent repeated this earlier, in 1 place')).toBeVisible()
  await expect(page.getByRole('link', { name: 'The turn that first read it' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Place 1' }).click()
  await expect(answers.first()).toBeFocused()
})

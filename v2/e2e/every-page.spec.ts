import { expectAccessible, expectAccessibleInBothThemes } from './accessible'
import { expect, test } from './fixtures'
import { tooWide, WIDTHS } from './layout'
import { open } from './open'

/** Names and texts that do not fit, do not end, or hide something. */
const LONG = `${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} ‮gpj.exe`
const HOSTILE = {
  '/notes.md': '# Notes\n\n- one\n- two ‮three\n',
  [`/${'deep/'.repeat(8)}end.md`]: 'x'.repeat(5_000),
  '/<script>alert(1)<.md': '<script>alert(1)</script>\n',
}

const PAGES = [
  ['stores', () => '/stores'],
  ['a store', (id: string) => `/stores/${id}`],
  ['a memory', (id: string) => `/stores/${id}?path=/notes.md`],
  ['blame', (id: string) => `/stores/${id}?path=/notes.md&view=blame`],
  ['the settings of a store', (id: string) => `/stores/${id}/settings`],
  ['seed', (id: string) => `/stores/${id}/seed`],
  ['a plan', (id: string) => `/stores/${id}/plan?restore=1`],
  ['comparison', (id: string) => `/stores/${id}/compare?withAt=1`],
  ['search', () => '/search'],
  ['redact', () => '/redact'],
  ['redactions', () => '/redactions'],
  ['keys', () => '/keys'],
  ['settings', () => '/settings'],
  ['a page that is not there', () => '/nowhere'],
] as const

for (const [name, addressOf] of PAGES) {
  test(`${name}: readable by everybody, in both themes, on a desk and on a phone`, async ({
    page,
    makeStore,
  }) => {
    const id = await makeStore(LONG, HOSTILE)
    await open(page, addressOf(id))
    await expectAccessibleInBothThemes(page)
    expect(await tooWide(page)).toEqual([])
    await page.setViewportSize(WIDTHS.phone)
    await expectAccessible(page)
    expect(await tooWide(page)).toEqual([])
  })
}

test.use({ refused: /nowhere/ })

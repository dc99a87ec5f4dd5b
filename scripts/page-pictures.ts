// `npm run pictures:pages`: a sheet of pictures of every page, empty, full and in error, at three
// sizes, light and dark, in docs/images/pages: to be looked at beside the design.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { type Page, request } from '@playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import { hidePaths, pictureBrowser, withServer } from './picture-server.mjs'
import { root } from './prepare.mjs'

const FOLDER = path.join(root, 'docs', 'images', 'pages')

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const SCHEMES = ['light', 'dark'] as const

/** How wide a sheet is, and how much of the quality is kept: it is looked at, not compared. */
const SHEET_WIDTH = 1500
const QUALITY = 55

/** Before there is anything, and where there is nothing. */
const EMPTY: readonly Address[] = [
  { name: 'stores empty', href: '/' },
  { name: 'inbox empty', href: '/review' },
  { name: 'sessions empty', href: '/sessions' },
  { name: 'activity empty', href: '/activity' },
  { name: 'search empty', href: '/search?q=nothing+like+it' },
  { name: 'redactions empty', href: '/redactions' },
]

const IN_ERROR: readonly Address[] = [
  { name: 'page not found', href: '/no-such-page' },
  { name: 'store not found', href: '/stores/memstore_none' },
  { name: 'changeset not found', href: '/review/chgset_none' },
]

const WORDS = {
  store: 'Team notes',
  description: 'What the agents of the release team should know',
  path: '/release/checklist.md',
  content: '# Checklist\n\n- The notes are written\n- The tests are green\n',
  author: 'Mina Park',
  message: 'The checklist of the last release',
  title: 'Release dates',
  said: 'Remember that the release is on Friday',
}

interface Server {
  base: string
  dataDir: string
}

/** Every part of the pages, which only the development server shows. */
const PARTS: readonly Address[] = [{ name: 'parts', href: '/_parts' }]

mkdirSync(FOLDER, { recursive: true })
const browser = await pictureBrowser()
await withServer({ port: 3391 }, async (server) => {
  await takeAll(server, EMPTY)
  const { base } = server
  const memoryStores = new Anthropic({ apiKey: 'local', baseURL: base }).beta.memoryStores
  const calls = await request.newContext({ baseURL: base })
  const { addresses } = await everyPage(WORDS, { request: calls, memoryStores })
  await takeAll(server, [...addresses, ...IN_ERROR])
})
await withServer({ port: 3392, isDevelopment: true }, (server) => takeAll(server, PARTS))
await browser.close()

async function takeAll({ base, dataDir }: Server, addresses: readonly Address[]): Promise<void> {
  const pages: { scheme: string; page: Page }[] = []
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme, locale: 'en', baseURL: base })
    pages.push({ scheme: colorScheme, page: await context.newPage() })
  }
  const sheet = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 900 } })
  for (const { name, href } of addresses) {
    const pictures: string[] = []
    for (const { page } of pages) {
      await page.goto(href)
      await page.waitForSelector('html[data-ready]')
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
        await hidePaths(page, dataDir)
        pictures.push((await page.screenshot()).toString('base64'))
      }
    }
    await writeSheet(sheet, name, pictures)
  }
  for (const { page } of pages) await page.context().close()
  await sheet.close()
}

/** Two rows, light and dark, each with the three sizes at one height. */
async function writeSheet(sheet: Page, name: string, pictures: readonly string[]): Promise<void> {
  const images = pictures.map((data) => `<img src="data:image/png;base64,${data}">`)
  const row = (part: readonly string[]) => `<div>${part.join('')}</div>`
  await sheet.setContent(
    `<style>body{margin:0;background:#888}div{display:flex;gap:8px;padding:4px}
     img{height:430px;display:block}</style>${row(images.slice(0, 3))}${row(images.slice(3))}`,
  )
  await sheet.screenshot({
    path: path.join(FOLDER, `${name.replaceAll(' ', '-')}.jpg`),
    type: 'jpeg',
    quality: QUALITY,
    fullPage: true,
  })
}

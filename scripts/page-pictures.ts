// `npm run pictures:pages`: a sheet of pictures of every page, empty, full and in error, at three
// sizes, light and dark, in docs/images/pages: to be looked at beside the design.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { type Browser, chromium, type Page, request } from '@playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import { requireChromium } from './find-chromium.mjs'
import { root } from './prepare.mjs'

const PORT = 3391
const BASE = `http://127.0.0.1:${PORT}`
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

const dataDir = mkdtempSync(path.join(tmpdir(), 'palimpsest-pages-'))
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, DATABASE_URL: '' },
})
try {
  await untilReady()
  mkdirSync(FOLDER, { recursive: true })
  const executablePath = await requireChromium()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  await takeAll(browser, EMPTY)
  const memoryStores = new Anthropic({ apiKey: 'local', baseURL: BASE }).beta.memoryStores
  const calls = await request.newContext({ baseURL: BASE })
  const { addresses } = await everyPage(WORDS, { request: calls, memoryStores })
  // The settings of the installation name folders of the machine that takes the pictures.
  const shown = addresses.filter(({ name }) => name !== 'installation')
  await takeAll(browser, [...shown, ...IN_ERROR])
  await browser.close()
} finally {
  server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

async function untilReady(): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${BASE}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (server.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function takeAll(browser: Browser, addresses: readonly Address[]): Promise<void> {
  const pages: { scheme: string; page: Page }[] = []
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme, locale: 'en', baseURL: BASE })
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

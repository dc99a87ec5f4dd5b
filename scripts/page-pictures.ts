// `npm run pictures:pages`: a sheet of pictures of every page, empty, full and in error, at three
// sizes, light and dark, in docs/images/pages: to be looked at beside the design.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { type Page, request } from 'playwright/test'
import { type Address, everyPage } from '@/e2e/every-page'
import { livedIn } from './lived-in'
import { hidePaths, pictureBrowser, withServer } from './picture-server.mjs'
import { root } from './prepare.mjs'

const FOLDER = path.join(root, 'docs', 'images', 'pages')

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const
const SCHEMES = ['light', 'dark'] as const

/**
 * Heights of a sheet's rows and of whole pages, in pixels, the gap between them, and the quality:
 * the pictures are looked at, not compared.
 */
const ROW = 430
const WHOLE_ROW = 1400
const GAP = 8
const QUALITY = 0.5

/** The development server compiles a page when it is first asked for. */
const COMPILED_WITHIN_MS = 240_000

/** Pages before there is anything, and where there is nothing. */
const EMPTY: readonly Address[] = [
  { name: 'stores empty', href: '/' },
  { name: 'inbox empty', href: '/review' },
  { name: 'sessions empty', href: '/sessions' },
  { name: 'log empty', href: '/log?period=all' },
  { name: 'search empty', href: '/search?q=nothing+like+it' },
  { name: 'redactions empty', href: '/redactions' },
]

const IN_ERROR: readonly Address[] = [
  { name: 'page not found', href: '/no-such-page' },
  { name: 'store not found', href: '/stores/memstore_none' },
  { name: 'changeset not found', href: '/review/chgset_none' },
  { name: 'policy not found', href: '/stores/memstore_none/policy' },
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
  home: string
}

/** Every part of the pages, which only the development server shows. */
const PARTS: readonly Address[] = [{ name: 'parts', href: '/_parts' }]

mkdirSync(FOLDER, { recursive: true })
const browser = await pictureBrowser()
// `parts`: only those. They need the development server, which nothing else here does.
const isOfParts = process.argv.includes('parts')
if (isOfParts) {
  await withServer({ port: 3392, isDevelopment: true }, (server) => takeAll(server, PARTS))
} else {
  await withServer({ port: 3391 }, takeEveryPage)
}
await browser.close()

async function takeEveryPage(server: Server): Promise<void> {
  await takeAll(server, EMPTY)
  const { base } = server
  const memoryStores = new Anthropic({ apiKey: 'local', baseURL: base }).beta.memoryStores
  const calls = await request.newContext({ baseURL: base })
  const { addresses } = await everyPage(WORDS, { request: calls, memoryStores })
  const lived = await livedIn({ base, browser, request: calls, memoryStores })
  const names = new Set(lived.map(({ name }) => name))
  const others = addresses.filter(({ name }) => !names.has(name))
  await takeAll(server, [...lived, ...others, ...IN_ERROR])
}

async function takeAll({ base, home }: Server, addresses: readonly Address[]): Promise<void> {
  const pages: { scheme: string; page: Page }[] = []
  for (const colorScheme of SCHEMES) {
    const context = await browser.newContext({ colorScheme, locale: 'en', baseURL: base })
    context.setDefaultNavigationTimeout(COMPILED_WITHIN_MS)
    pages.push({ scheme: colorScheme, page: await context.newPage() })
  }
  const sheet = await browser.newPage()
  for (const { name, href } of addresses) {
    const pictures: string[] = []
    for (const { page } of pages) {
      await page.goto(href)
      await page.waitForSelector('html[data-ready]')
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
        await hidePaths(page, home)
        // The development server's own sign.
        await page.evaluate(() => document.querySelector('nextjs-portal')?.remove())
        pictures.push((await page.screenshot({ fullPage: isOfParts })).toString('base64'))
      }
    }
    await writeSheet(sheet, name, pictures)
  }
  for (const { page } of pages) await page.context().close()
  await sheet.close()
}

/** Two rows, light and dark, each with the three sizes at one height; as WebP, a third of JPEG. */
async function writeSheet(sheet: Page, name: string, pictures: readonly string[]): Promise<void> {
  const address = await sheet.evaluate(drawnSheet, {
    pictures,
    row: isOfParts ? WHOLE_ROW : ROW,
    gap: GAP,
    quality: QUALITY,
  })
  const data = address.slice(address.indexOf(',') + 1)
  writeFileSync(path.join(FOLDER, `${name.replaceAll(' ', '-')}.webp`), Buffer.from(data, 'base64'))
}

/** Draws, in the browser, the pictures of a sheet; returns it as a data address. */
async function drawnSheet({
  pictures,
  row,
  gap,
  quality,
}: {
  pictures: readonly string[]
  row: number
  gap: number
  quality: number
}): Promise<string> {
  const images = await Promise.all(
    pictures.map(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      return image
    }),
  )
  const perRow = images.length / 2
  const widths = images.map(({ width, height }) => Math.round((width * row) / height))
  const width = widths.slice(0, perRow).reduce((sum, each) => sum + each + gap, gap)
  const canvas = Object.assign(document.createElement('canvas'), {
    width,
    height: 2 * (row + gap) + gap,
  })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no canvas')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#888'
  context.fillRect(0, 0, canvas.width, canvas.height)
  let [x, y] = [gap, gap]
  for (const [at, image] of images.entries()) {
    if (at === perRow) [x, y] = [gap, 2 * gap + row]
    context.drawImage(image, x, y, widths[at] ?? 0, row)
    x += (widths[at] ?? 0) + gap
  }
  return canvas.toDataURL('image/webp', quality)
}

// `npm run pictures`: takes the pictures of the README and the guide from a server of its own, with
// the sample and a session of the practice agent, and writes them to docs/images.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { requireChromium } from './find-chromium.mjs'
import { root } from './prepare.mjs'

const NOTES = [
  ['/people.md', '# People\n\n- Ada owns the release checklist.\n'],
  ['/release/dates.md', '# Dates\n\n- 5.4.0: 4 August\n'],
]

const PORT = 3390
const BASE = `http://127.0.0.1:${PORT}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'palimpsest-pictures-'))
const source = path.join(dataDir, 'notes')

const server = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ANTHROPIC_API_KEY: '',
  },
})
try {
  await untilReady()
  await takeAll()
} finally {
  server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

async function untilReady() {
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

async function takeAll() {
  const executablePath = await requireChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  const open = async (address) => {
    await page.goto(BASE + address)
    await page.waitForSelector('html[data-ready]')
  }
  const take = async (name) => {
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
    await page.screenshot({ path: path.join(root, 'docs', 'images', `${name}.png`) })
  }
  await open('/')
  await take('welcome')
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await page.waitForURL(/stores\/memstore/)
  const [store] = (await (await fetch(`${BASE}/v1/memory_stores`)).json()).data
  await open(`/stores/${store.id}`)
  await take('overview')
  await open(`/stores/${store.id}?path=/checklist.md&view=blame`)
  await take('store')
  await open('/activity')
  await take('log')
  await open(`/stores/${store.id}/settings`)
  await take('settings')
  await open(`/stores/${store.id}/compare?from=200&to=243`)
  await take('compare')
  await open(`/redact?store=${store.id}`)
  await page.getByRole('textbox').first().fill('drive-loop')
  await page.getByRole('textbox').first().press('Enter')
  await page.waitForTimeout(3_000)
  await take('redact')
  await writeNotes()
  await open(`/stores/${store.id}/seed`)
  await page.locator('textarea').fill(source)
  await page.locator('textarea').press('Enter')
  await page.getByText('The plan').first().waitFor()
  await take('seed-plan')
  await talk(open, page, take)
  await browser.close()
}

async function writeNotes() {
  const { mkdirSync, writeFileSync } = await import('node:fs')
  mkdirSync(path.join(source, 'release'), { recursive: true })
  writeFileSync(path.join(source, 'release', 'dates.md'), '# Dates\n\n- 5.4.0: 4 August\n')
  writeFileSync(path.join(source, 'people.md'), '# People\n\n- Ada owns the release checklist.\n')
  writeFileSync(path.join(source, 'RULES.md'), '# Rules\n\nOnly one.\n')
}

async function talk(open, page, take) {
  const { id: storeId } = await post('/v1/memory_stores', {
    name: 'Team notes',
    description: 'Release dates, people, decisions',
  })
  for (const [path, content] of NOTES) {
    await post(`/v1/memory_stores/${storeId}/memories`, { path, content })
  }
  const session = await post('/v1/sessions', {
    agent: 'practice-agent',
    environment_id: 'env_local',
    title: 'Release dates',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
    palimpsest: { context: { window: 4_000 } },
  })
  const say = (text) =>
    post(`/v1/sessions/${session.id}/events`, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    })
  for (const text of [
    'Remember that the release is on Friday',
    'What do you know about the release?',
    'Remember that Ada owns the release checklist',
    'Change Friday to Monday',
  ]) {
    await say(text)
    await untilIdle(session.id)
  }
  await post(`/v1/sessions/${session.id}`, { palimpsest: { approval: 'always_ask' } })
  await say('Remember that the notes go out on Tuesday')
  await untilIdle(session.id)
  await open(`/sessions/${session.id}`)
  await page.waitForTimeout(1_500)
  await take('session')
  await open(`/sessions/${session.id}/context`)
  await page.waitForTimeout(2_500)
  await take('context')
  await open('/sessions')
  await take('sessions')
  await open('/')
  await take('stores')
}

async function post(address, body) {
  const answer = await fetch(BASE + address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(said)}`)
  return said
}

async function untilIdle(id) {
  for (;;) {
    const { status } = await (await fetch(`${BASE}/v1/sessions/${id}`)).json()
    if (status === 'idle') return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

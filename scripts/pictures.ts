// `npx tsx scripts/pictures.ts`: takes the pictures of the README and the guide into docs/images, from a built
// server of its own with the sample, a write that waits and a session of the practice agent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { chromium } from 'playwright'
import { startApplication } from '@/tests/support/application'
import { requireChromium } from './find-chromium.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-'))
const application = await startApplication(path.join(folder, 'data'), {
  ANTHROPIC_API_KEY: '',
  SEED_ROOTS: folder,
})
const { url } = application
const browser = await chromium.launch({ executablePath: requireChromium() })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
const { beta } = new Anthropic({ apiKey: 'local', baseURL: url })
try {
  await open('/')
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await page.waitForURL(/stores\/memstore/)
  const [store] = (await beta.memoryStores.list()).data
  if (!store) throw new Error('the sample made no store')
  await ofStore(store.id)
  await ofReview(store.id)
  await ofSession(store.id)
} finally {
  await browser.close()
  application.kill('SIGTERM')
  await application.ended
  rmSync(folder, { recursive: true, force: true })
}

async function open(address: string): Promise<void> {
  await page.goto(url + address)
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
}

async function take(name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: path.join('docs', 'images', `${name}.png`) })
}

async function ofStore(store: string): Promise<void> {
  await open(`/stores/${store}?path=/COORDINATION.md&view=blame`)
  await take('store')
  await open(`/stores/${store}/settings`)
  await take('settings')
  await open(`/redact?store=${store}`)
  await page.getByRole('textbox', { name: 'Text' }).fill('drive-loop')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Memories now' }).waitFor()
  await take('redact')
  const notes = path.join(folder, 'notes')
  mkdirSync(path.join(notes, 'release'), { recursive: true })
  writeFileSync(path.join(notes, 'people.md'), '# People\n\n- Ada owns the release checklist.\n')
  writeFileSync(path.join(notes, 'release', 'dates.md'), '# Dates\n\n- 5.4.0: 4 August\n')
  await open(`/stores/${store}/seed?from=machine`)
  await page.getByRole('textbox', { name: 'Folder or file' }).fill(notes)
  await page.getByRole('button', { name: 'Show the plan' }).click()
  await page.getByRole('button', { name: /^Seed \d/ }).waitFor()
  await take('seed-plan')
}

/** What the sample's agent wrote well and badly, and what the rules hold of another's. */
async function ofReview(store: string): Promise<void> {
  await open('/review')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/review\/./)
  await take('review')
  await open(`/stores/${store}/rules`)
  await page.getByText('Careful', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Saved').first().waitFor()
  await take('rules')
  const { memories } = beta.memoryStores
  const { data } = await memories.list(store, { path_prefix: '/' })
  const one = data.find(({ path: at }) => at === '/pipeline.yaml')
  if (one && 'id' in one) await memories.delete(one.id, { memory_store_id: store }).catch(() => {})
  await open('/review')
  await take('inbox')
  await open('/log')
  await take('log')
}

async function ofSession(store: string): Promise<void> {
  const session = await beta.sessions.create({
    agent: 'practice-agent',
    environment_id: 'env_local',
    resources: [{ type: 'memory_store', memory_store_id: store }],
  })
  for (const text of ['Remember that releases go out on Tuesdays.', 'When do releases go out?']) {
    const stream = await beta.sessions.events.stream(session.id)
    await beta.sessions.events.send(session.id, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    })
    for await (const { type } of stream) if (type === 'session.status_idle') break
  }
  await open(`/sessions/${session.id}`)
  await take('session')
}

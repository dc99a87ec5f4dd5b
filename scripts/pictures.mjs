// `npm run pictures`: takes the pictures of the README and the guide from a server of its own, with
// the sample and a session of the practice agent, and writes them to docs/images.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { request } from 'playwright/test'
import { livedIn } from './lived-in'
import { hidePaths, pictureBrowser, withServer } from './picture-server.mjs'
import { root } from './prepare.mjs'

const NOTES = [
  ['/people.md', '# People\n\n- Ada owns the release checklist.\n'],
  ['/release/dates.md', '# Dates\n\n- 5.4.0: 4 August\n'],
]

await withServer({ port: 3390 }, takeAll)

async function takeAll({ base, home }) {
  const browser = await pictureBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  const open = async (address) => {
    await page.goto(base + address)
    await page.waitForSelector('html[data-ready]')
  }
  const take = async (name) => {
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
    await hidePaths(page, home)
    await page.screenshot({ path: path.join(root, 'docs', 'images', `${name}.png`) })
  }
  await open('/')
  await take('welcome')
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await page.waitForURL(/stores\/memstore/)
  const [store] = (await (await fetch(`${base}/v1/memory_stores`)).json()).data
  await open(`/stores/${store.id}`)
  await take('overview')
  await open(`/stores/${store.id}?path=/COORDINATION.md&view=blame`)
  await take('store')
  await open('/log?period=all')
  await take('log')
  await open(`/stores/${store.id}/settings`)
  await take('settings')
  await open(`/stores/${store.id}/compare?from=110&to=150`)
  await take('compare')
  await open(`/redact?store=${store.id}`)
  await page.getByRole('textbox').first().fill('drive-loop')
  await page.getByRole('textbox').first().press('Enter')
  await page.waitForTimeout(3_000)
  await take('redact')
  const source = writeNotes(home)
  await open(`/stores/${store.id}/seed?from=machine`)
  const field = page.getByRole('combobox', { name: 'Folder, git repository or file' })
  await field.fill(source)
  await field.press('Enter')
  await page.getByRole('button', { name: /^Seed \d+ memor/ }).waitFor()
  await take('seed-plan')
  await why({ base, open, page, take })
  await talk({ base, open, page, take })
  await review({ base, browser, open, take })
  await browser.close()
}

/** Files to seed from, and the folder that they are in. */
function writeNotes(home) {
  const source = path.join(home, 'notes')
  mkdirSync(path.join(source, 'release'), { recursive: true })
  writeFileSync(path.join(source, 'release', 'dates.md'), '# Dates\n\n- 5.4.0: 4 August\n')
  writeFileSync(path.join(source, 'people.md'), '# People\n\n- Ada owns the release checklist.\n')
  writeFileSync(path.join(source, 'RULES.md'), '# Rules\n\nOnly one.\n')
  return source
}

/** Asks why the sample's session has an answer that is wrong. */
async function why({ base, open, page, take }) {
  const [session] = (await (await fetch(`${base}/v1/sessions`)).json()).data
  await untilIdle(`${base}/v1/sessions/${session.id}`)
  const { data } = await (await fetch(`${base}/v1/sessions/${session.id}/events?limit=100`)).json()
  const { id } = data.findLast(({ type }) => type === 'agent.message')
  await open(`/sessions/${session.id}/why?event=${id}&text=Releases go out on Fridays`)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('made it say so.').waitFor({ timeout: 120_000 })
  await take('why')
}

async function talk({ base, open, page, take }) {
  const { id: storeId } = await post(`${base}/v1/memory_stores`, {
    name: 'Team notes',
    description: 'Release dates, people, decisions',
  })
  for (const [path, content] of NOTES) {
    await post(`${base}/v1/memory_stores/${storeId}/memories`, { path, content })
  }
  const session = await post(`${base}/v1/sessions`, {
    agent: 'practice-agent',
    environment_id: 'env_local',
    title: 'Release dates',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
    palimpsest: { context: { window: 4_000 } },
  })
  const say = (text) =>
    post(`${base}/v1/sessions/${session.id}/events`, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    })
  for (const text of [
    'Remember that the release is on Friday',
    'What do you know about the release?',
    'Remember that Ada owns the release checklist',
    'Change Friday to Monday',
  ]) {
    await say(text)
    await untilIdle(`${base}/v1/sessions/${session.id}`)
  }
  await post(`${base}/v1/sessions/${session.id}`, { palimpsest: { approval: 'always_ask' } })
  await say('Remember that the notes go out on Tuesday')
  await untilIdle(`${base}/v1/sessions/${session.id}`)
  await open(`/sessions/${session.id}`)
  await page.waitForTimeout(1_500)
  await take('session')
  await open(`/sessions/${session.id}/context`)
  await page.waitForTimeout(2_500)
  await take('context')
  await open('/sessions')
  await take('sessions')
  await open('/stores')
  await take('stores')
}

/** Takes the pictures of review: the inbox, a changeset, its findings and the rules. */
async function review({ base, browser, open, take }) {
  const { memoryStores } = new Anthropic({ apiKey: 'local', baseURL: base }).beta
  const calls = await request.newContext({ baseURL: base })
  const addresses = await livedIn({ base, browser, request: calls, memoryStores })
  const hrefOf = (wanted) => addresses.find(({ name }) => name === wanted)?.href ?? '/'
  await open(hrefOf('inbox'))
  await take('inbox')
  await open(hrefOf('changeset'))
  await take('review')
  await open(hrefOf('findings'))
  await take('findings')
  await open(hrefOf('policy'))
  await take('policy')
}

async function post(address, body) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(said)}`)
  return said
}

async function untilIdle(address) {
  for (;;) {
    const { status } = await (await fetch(address)).json()
    if (status === 'idle') return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

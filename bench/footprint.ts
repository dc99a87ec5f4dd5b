import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { drain } from './client'
import { fillStore, textOf } from './fill'
import { inside, newFolder, newPlace, serve } from './ground'
import { clocked, type Row, rowOf, withRatios } from './harness'

/** What the application takes of a machine: time until it is ready, memory at rest, disk. */

const READY_S = 120
const AT_REST_MB = 260
const REST_MS = 15_000
const VERSIONS = 1_000
const BYTES = 4_096

export async function footprint(): Promise<Row[]> {
  return [...(await atRest()), ...(await onDisk()), await fromClone()]
}

/** Memory of all that `npm start` started, once every page was asked for. */
async function atRest(): Promise<Row[]> {
  const place = await newPlace('sqlite')
  const filling = { memories: 2_000, versions: 2, bytes: BYTES }
  const storeId = await inside(place, () => fillStore(filling))
  const { url, memory, stop } = await serve(place)
  const store = `/stores/${storeId}`
  const atStart = memory()
  for (const address of [
    '/stores',
    '/search',
    '/redact',
    '/redactions',
    '/connections/keys',
    '/settings',
    ...['', '?path=/area-1/topic-1/note-1.md', '/settings', '/seed'].map((each) => store + each),
    ...['/plan?restore=2000', '/compare?withAt=2000'].map((each) => store + each),
  ]) {
    await drain(url + address, null)
  }
  await pause(REST_MS)
  const afterAll = memory()
  await stop()
  return withRatios([
    rowOf('server at its start', [atStart], { unit: 'MB' }),
    rowOf('server at rest after every page', [afterAll], {
      unit: 'MB',
      aims: { p50: AT_REST_MB },
    }),
  ])
}

/** A memory of four kilobytes, of which a line changes a thousand times. */
async function onDisk(): Promise<Row[]> {
  const lines = textOf(1, BYTES).split('\n')
  const texts = Array.from({ length: VERSIONS }, (_, edit) => {
    lines[edit % lines.length] = `edited ${edit} times`
    return lines.join('\n')
  })
  const place = await newPlace('sqlite')
  const before = bytesIn(place.folder)
  await inside(place, async () => {
    const { id: storeId } = await createStore({ name: 'disk' })
    const made = { storeId, path: '/notes.md', content: texts[0] ?? '' }
    const { id: memoryId } = await createMemory(made, BY_PERSON)
    for (const content of texts.slice(1)) {
      await updateMemory({ storeId, memoryId, content }, BY_PERSON)
    }
  })
  const of = (name: string, bytes: number) =>
    rowOf(`${VERSIONS} versions of a memory: ${name}`, [bytes / 1_024], { unit: 'KB' })
  return withRatios([
    of('packed git', packed(texts)),
    of('database', bytesIn(place.folder) - before),
  ])
}

/** Bytes of a repository with a commit a text, packed. */
function packed(texts: readonly string[]): number {
  const folder = newFolder()
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', folder, ...args], { input, stdio: ['pipe', 'ignore', 'inherit'] })
  git(['init', '--quiet', '--bare'])
  const empty = bytesIn(folder)
  const commits = texts.map((text, at) => {
    const head = `commit refs/heads/main\ncommitter bench <bench@localhost> ${at} +0000\ndata 0\n`
    return `${head}M 644 inline notes.md\ndata ${Buffer.byteLength(text)}\n${text}\n`
  })
  git(['fast-import', '--quiet'], commits.join(''))
  git(['repack', '-a', '-d', '-f', '-q'])
  return bytesIn(folder) - empty
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(path.join(folder, name)))
    .reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0)
}

/** From a clone of what is committed, without packages or a build, until the server is ready. */
async function fromClone(): Promise<Row> {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const place = await newPlace('sqlite')
  const clone = newFolder()
  const took = await clocked(async () => {
    const source = `file://${git('rev-parse', '--show-toplevel')}`
    git('clone', '--quiet', '--depth', '1', source, clone)
    const server = await serve(place, path.join(clone, git('rev-parse', '--show-prefix')))
    await server.stop()
  })
  return rowOf('from a clone to ready', [took / 1_000], { unit: 's', aims: { p50: READY_S } })
}

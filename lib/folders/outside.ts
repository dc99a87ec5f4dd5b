import { type FileHandle, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { db, turn } from '@/lib/db'
import { looksOutside, type Outside, type OutsidePlace } from '@/lib/store/redact/outside'
import { repositoryAbove } from '@/lib/transfer/folder'
import { inRegular } from './disk'
import { type Connection, listConnections, wake } from './connections'
import { placeOf } from './real-path'
import { transcripts } from './transcripts'

/** A redaction looks beside the database: into the files of folders in step, and into agents' transcripts. */

/** How long the files of a folder that goes both ways are waited for, and how often looked at; ms. */
const WRITTEN_WITHIN_MS = 10_000
const LOOK_EACH_MS = 250

/** Files of a folder, and transcripts, that are named. */
const MOST = 100

looksOutside(async (asked) => {
  const ids = asked.storeIds
  const all = await listConnections()
  const folders = all.filter(({ storeId }) => ids === undefined || ids.includes(storeId))
  const found: OutsidePlace[] = []
  for (const folder of folders) {
    found.push(...(await filesWith(folder, asked)))
    // Its objects are not looked into.
    const repository = await repositoryAbove(folder.location)
    if (repository !== null) found.push({ kind: 'git', path: repository, found: null })
  }
  if (folders.some(({ preset }) => preset === 'claude_code')) {
    found.push(...(await counted('transcript', await transcripts(), asked)))
  }
  return found
})

/** The files that still hold a text, once they were written where they are. */
async function filesWith(folder: Connection, asked: Outside): Promise<OutsidePlace[]> {
  const stands = await placeOf(folder.location)
  if (stands && stands.place !== folder.location) {
    // Behind a link lies what nobody connected.
    return [{ kind: 'file', path: folder.location, found: null }]
  }
  // As a memory's path has it: what lies above the folder is none of it.
  const nameOf = (file: string) => file.slice(folder.location.length).normalize('NFC')
  const until = Date.now() + WRITTEN_WITHIN_MS
  const isInStep = folder.isTwoWay && folder.state === 'ok'
  if (isInStep) wake(folder.id)
  for (;;) {
    const found = await counted('file', await filesBelow(folder.location), asked, nameOf)
    const name = `folder:${folder.id}`
    const isWorkedOn = isInStep && (await db.lease.count({ where: { name } })) > 0
    if (found.length === 0 || !isWorkedOn || Date.now() > until) return found
    await sleep(LOOK_EACH_MS, null, { signal: asked.signal })
  }
}

/** All files, also those that are no memory, and what we put beside others; links are not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: string[] = []
  for (const entry of entries) {
    const place = path.join(folder, entry.name)
    if (entry.isFile()) files.push(place)
    else if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') {
      files.push(...(await filesBelow(place)))
    }
  }
  return files
}

async function counted(
  kind: 'file' | 'transcript',
  files: readonly string[],
  { texts, signal }: Outside,
  nameOf: (file: string) => string = (file) => path.basename(file),
): Promise<OutsidePlace[]> {
  // In a transcript a text stands as JSON has it.
  const spelled = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const needles = [...new Set(spelled)].map((text) => Buffer.from(text))
  const places: OutsidePlace[] = []
  for (const file of files) {
    await turn(signal)
    const found = await countIn(file, needles)
    const inName = texts.map((text) => nameOf(file).split(text).length - 1)
    const all = found === null ? null : inName.reduce((sum, each) => sum + each, found)
    if (all !== 0) places.push({ kind, path: file, found: all })
    if (places.length === MOST) break
  }
  return places
}

const SLICE_BYTES = 1024 * 1024

/** How often these bytes stand in a file; null: it cannot be read. */
async function countIn(file: string, needles: readonly Buffer[]): Promise<number | null> {
  const found = await inRegular(file, (handle) => countThrough(handle, needles))
  return found === null && !(await stat(file).catch(() => null))?.isFile() ? 0 : found
}

/** Also across what is read at once. */
async function countThrough(handle: FileHandle, needles: readonly Buffer[]): Promise<number> {
  const overlap = Math.max(0, ...needles.map(({ length }) => length - 1))
  let found = 0
  let rest = Buffer.alloc(0)
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SLICE_BYTES), 0, SLICE_BYTES)
    if (bytesRead === 0) return found
    const window = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
    for (const needle of needles) {
      // What ends in the part that was searched before was counted then.
      let at = window.indexOf(needle, Math.max(0, rest.length - needle.length + 1))
      for (; at !== -1; at = window.indexOf(needle, at + needle.length)) found++
    }
    rest = Buffer.from(window.subarray(Math.max(0, window.length - overlap)))
    await turn()
  }
}

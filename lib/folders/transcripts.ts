import { type FileHandle, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { db, turn, write } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'
import { sha256Hex } from '@/lib/text/content'
import { inRegular } from './disk'
import { type Fact, factsOfLine } from './facts'
import { hear, HEARD_MS } from './heard'

/** Claude Code's transcripts are read on from where they were read to, also after a restart. */

/** Of a transcript that is met for the first time so much of its end is read, and of each at once; bytes. */
const FIRST_BYTES = 1024 * 1024
const SLICE_BYTES = 4 * 1024 * 1024

/** They are read so often at most, whatever the clock is set to; milliseconds. */
const EACH_MS = 1_000

const reading = perProcess('transcripts', () => ({ at: 0, now: null as Promise<void> | null }))

/** Hears what was written into transcripts since they were read last. */
export function readTranscripts(): Promise<void> {
  if (Math.abs(Date.now() - reading.at) < EACH_MS) return reading.now ?? Promise.resolve()
  reading.at = Date.now()
  reading.now ??= readAll().finally(() => (reading.now = null))
  return reading.now
}

async function readAll(): Promise<void> {
  // What was written before is joined with nothing any more.
  const since = Date.now() - HEARD_MS
  for (const file of await transcripts()) {
    const found = await stat(file).catch(() => null)
    if (!found?.isFile() || found.mtimeMs < since) continue
    await readOn(file, found.size)
    await turn()
  }
}

/** Of all projects, with those of their subagents. */
export async function transcripts(): Promise<string[]> {
  const projects = path.join(settings().claudeCode, 'projects')
  const files: string[] = []
  for (const project of await namesIn(projects)) {
    const folder = path.join(projects, project)
    for (const name of await namesIn(folder)) {
      if (name.endsWith('.jsonl')) files.push(path.join(folder, name))
      else if (name !== 'memory') files.push(...(await ofSubagents(path.join(folder, name))))
    }
  }
  return files
}

async function ofSubagents(session: string): Promise<string[]> {
  const folder = path.join(session, 'subagents')
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.jsonl'))
  return names.map((name) => path.join(folder, name))
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

async function readOn(file: string, size: number): Promise<void> {
  const name = `transcript:${sha256Hex(file).slice(0, 32)}`
  const known = await db.cursor.findUnique({ where: { name } })
  const from = Math.min(known ? Number(known.value) : Math.max(0, size - FIRST_BYTES), size)
  if (known && from === size) return
  const read = await inRegular(file, (handle) => factsFrom(handle, from))
  const { facts = [], upTo = from } = read ?? {}
  await hear(facts, 'transcript')
  const data = { value: String(upTo), at: new Date() }
  await write((tx) =>
    tx.cursor.upsert({ where: { name }, create: { name, ...data }, update: data }),
  )
}

/** The facts of whole lines from a place on. A line that begins before it tells nothing. */
async function factsFrom(handle: FileHandle, from: number) {
  const buffer = Buffer.alloc(SLICE_BYTES)
  const { bytesRead } = await handle.read(buffer, 0, SLICE_BYTES, from)
  const end = buffer.subarray(0, bytesRead).lastIndexOf(10)
  // A line that is longer than what is read at once is passed over.
  if (end === -1) return { facts: [], upTo: bytesRead === SLICE_BYTES ? from + bytesRead : from }
  const facts: Fact[] = []
  for (const line of buffer.toString('utf8', 0, end).split('\n')) {
    facts.push(...factsOfLine(line))
    await turn()
  }
  return { facts, upTo: from + end + 1 }
}

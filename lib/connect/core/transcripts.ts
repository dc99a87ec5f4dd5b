import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { perProcess } from '@/lib/per-process'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { listFolder, openRegularFile } from '@/lib/transfer/open-on-disk'
import { turns } from '@/lib/turns'
import { bodyOf, originSessionOf } from './front-matter-body'
import { diskCode } from './read-file'
import { factsOfLine, type SessionFact, type TranscriptFact } from './transcript-line'

/** Who wrote a file, so far as transcripts tell. Times are milliseconds since 1970. */
export interface Writer {
  confidence: 'exact' | 'likely'
  source: 'transcript' | 'hook' | 'front_matter'
  session: SessionFact
  call: { toolUseId: string; tool: string; model: string; at: number } | null
}

/** A file as it was found: the hashes of its content, whole and without its front matter. */
export interface WrittenFile {
  sha256: string
  bodySha256: string
  /** milliseconds since 1970 */
  modifiedAt: number
}

/** A version that came without its call. */
export interface Unattributed {
  sequence: number
  file: string
  as: WrittenFile
  until: number
}

export const writtenFile = (content: string, modifiedAt: number): WrittenFile => ({
  sha256: sha256Hex(utf8Bytes(content)),
  bodySha256: sha256Hex(utf8Bytes(bodyOf(content))),
  modifiedAt,
})

/** Transcripts that nobody wrote for so long are not followed. */
const LIVE_MS = 60 * 60_000

/** Of a transcript that is met for the first time, so much of its end is read; bytes. */
const FIRST_BYTES = 1024 * 1024

/** Read of one transcript at a time; bytes. */
const SLICE_BYTES = 1024 * 1024

/** A line that is longer is passed over; bytes. */
const LONGEST_LINE = 16 * 1024 * 1024

/** Files of which facts are kept. */
const MOST_FILES = 5_000

/** Facts that are kept for each file, the newest. */
const MOST_FACTS = 50

/** All transcripts are looked for so often; in between, those that are written are. Milliseconds. */
const LIST_EVERY_MS = 2_000

/** Commands that are remembered, the newest. */
const MOST_COMMANDS = 200

/** Reads that no watched folder asked for are forgotten beyond so many. */
const MOST_READS = 1_000

interface Followed {
  offset: number
  /** the beginning of a line whose end is still to come */
  rest: Buffer
}

type Call = Extract<TranscriptFact, { kind: 'call' }>
type Result = Extract<TranscriptFact, { kind: 'result' }>
type Command = Extract<TranscriptFact, { kind: 'command' }>
export type ReadOfFile = Extract<TranscriptFact, { kind: 'read' }>

const ofThisProcess = () => perProcess('transcripts', () => new Map<string, Transcripts>())

/** The transcripts in a folder of projects, which all watched folders of this process share. */
export function transcriptsIn(projects: string): Transcripts {
  const known = ofThisProcess().get(projects) ?? new Transcripts(projects)
  ofThisProcess().set(projects, known)
  return known
}

/**
 * Follows the transcripts of Claude Code that lie in a folder of projects, and tells who wrote a file.
 * Never by time alone: a writer is named if the file is what its call left, or what it asked for.
 */
export class Transcripts {
  private readonly followed = new Map<string, Followed>()
  private readonly calls = new Map<string, Call[]>()
  private readonly results = new Map<string, Result[]>()
  private reads: ReadOfFile[] = []
  private commands: Command[] = []
  private readonly giveWay = turns()
  private readonly since = Date.now()
  /** transcripts that were written lately, and when that was looked for */
  private live: string[] = []
  private listedAt = 0
  private reading: Promise<boolean> | null = null

  constructor(private readonly projects: string) {}

  /** Reads what was written since the last time. Returns whether a conversation goes on. */
  read(): Promise<boolean> {
    this.reading ??= this.readAll().finally(() => (this.reading = null))
    return this.reading
  }

  /** Takes the reads of files below a folder, an absolute path, since they were last asked for. */
  takeReads(folder: string): ReadOfFile[] {
    const taken = this.reads.filter(({ file }) => file.startsWith(`${folder}/`))
    this.reads = this.reads.filter(({ file }) => !file.startsWith(`${folder}/`))
    return taken
  }

  private async readAll(): Promise<boolean> {
    let isLive = false
    const now = Date.now()
    const isListing = now - this.listedAt >= LIST_EVERY_MS
    const files = isListing ? await this.allFiles() : this.live
    const live: string[] = []
    for (const file of files) {
      await this.giveWay()
      const stats = await lstat(file).catch(() => null)
      if (!stats?.isFile() || stats.mtimeMs < now - LIVE_MS) continue
      live.push(file)
      isLive ||= stats.mtimeMs > now - GOING_ON_MS
      const known = this.followed.get(file) ?? {
        offset: Math.max(stats.size - FIRST_BYTES, 0),
        rest: Buffer.of(),
      }
      this.followed.set(file, known)
      // A transcript that is shorter than before was written anew.
      if (stats.size < known.offset) Object.assign(known, { offset: 0, rest: Buffer.of() })
      if (stats.size > known.offset) await this.readOn(file, known)
    }
    this.live = live
    if (isListing) this.listedAt = now
    return isLive
  }

  /** Who left a file, an absolute path, with this content. */
  writerOf(file: string, { sha256, bodySha256, modifiedAt }: WrittenFile): Writer | null {
    const calls = this.calls.get(file) ?? []
    const result = this.results.get(file)?.findLast((each) => each.sha256 === sha256)
    if (result) {
      const call = calls.find(({ toolUseId }) => toolUseId === result.toolUseId)
      const { toolUseId, at, session, source } = result
      const tool = { toolUseId, at, tool: call?.tool ?? result.tool, model: call?.model ?? '' }
      return { confidence: 'exact', source, session, call: tool }
    }
    const call = calls.findLast((each) => each.bodySha256 === bodySha256)
    if (call) {
      const { toolUseId, tool, model, at, session } = call
      return {
        confidence: 'likely',
        source: 'transcript',
        session,
        call: { toolUseId, tool, model, at },
      }
    }
    const command = this.commands.findLast(
      (each) => each.from <= modifiedAt && modifiedAt <= each.at,
    )
    if (!command) return null
    const { toolUseId, at, session } = command
    const bash = { toolUseId, at, tool: 'Bash', model: '' }
    return { confidence: 'likely', source: 'hook', session, call: bash }
  }

  private async allFiles(): Promise<string[]> {
    const files: string[] = []
    for (const project of await names(this.projects, 'folder')) {
      const folder = path.join(this.projects, project)
      for (const name of await names(folder, 'transcript')) files.push(path.join(folder, name))
      for (const session of await names(folder, 'folder')) {
        if (session === 'memory') continue
        const agents = path.join(folder, session, 'subagents')
        for (const name of await names(agents, 'transcript')) files.push(path.join(agents, name))
      }
      await this.giveWay()
    }
    return files
  }

  private async readOn(file: string, known: Followed): Promise<void> {
    const handle = await openRegularFile(file).catch(() => null)
    if (!handle) return
    try {
      for (;;) {
        const slice = Buffer.allocUnsafe(SLICE_BYTES)
        const { bytesRead } = await handle.read(slice, 0, SLICE_BYTES, known.offset)
        if (bytesRead === 0) return
        known.offset += bytesRead
        await this.take(known, Buffer.concat([known.rest, slice.subarray(0, bytesRead)]))
      }
    } finally {
      await handle.close()
    }
  }

  private async take(known: Followed, bytes: Buffer): Promise<void> {
    let from = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      for (const fact of factsOfLine(bytes.toString('utf8', from, end))) this.remember(fact)
      from = end + 1
      await this.giveWay()
    }
    const rest = bytes.subarray(from)
    known.rest = rest.length > LONGEST_LINE ? Buffer.of() : Buffer.from(rest)
  }

  /** Takes a fact that is told otherwise. */
  remember(fact: TranscriptFact): void {
    if (fact.kind === 'call') keep(this.calls, fact)
    else if (fact.kind === 'result') keep(this.results, fact)
    else if (fact.kind === 'command') {
      this.commands = [...this.commands, fact].slice(-MOST_COMMANDS)
    }
    // What was read before is counted already, or was read when nobody looked.
    else if (fact.at >= this.since) this.reads = [...this.reads, fact].slice(-MOST_READS)
  }
}

/** Tells the watched folders of this process. */
export function hear(fact: TranscriptFact): void {
  for (const transcripts of ofThisProcess().values()) transcripts.remember(fact)
}

/** A conversation whose transcript was written within this time goes on; milliseconds. */
const GOING_ON_MS = 15_000

function keep<Fact extends Call | Result>(all: Map<string, Fact[]>, fact: Fact): void {
  const known = all.get(fact.file) ?? []
  const [oldest] = all.size >= MOST_FILES ? all.keys() : []
  if (known.length === 0 && oldest !== undefined) all.delete(oldest)
  all.set(fact.file, [...known, fact].slice(-MOST_FACTS))
}

/** The session that a new file says it was written in, with no call. */
export function writerByFrontMatter(content: string): Writer | null {
  const outerId = originSessionOf(content)
  if (outerId === null) return null
  const session = { outerId, project: '', clientVersion: '' }
  return { confidence: 'likely', source: 'front_matter', session, call: null }
}

/** Names in a folder; none where there is no such folder, or it may not be read. */
async function names(folder: string, kind: 'folder' | 'transcript'): Promise<string[]> {
  const found: string[] = []
  try {
    for await (const entry of listFolder(folder)) {
      const isWanted =
        kind === 'folder' ? entry.isDirectory() : entry.isFile() && entry.name.endsWith('.jsonl')
      if (isWanted) found.push(entry.name)
    }
  } catch (error) {
    const isGone =
      diskCode(error) !== null || (error instanceof Error && error.name === 'NotReadError')
    if (!isGone) throw error
  }
  return found
}

import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'
import { openRegularFile } from '@/lib/transfer/open-on-disk'
import { turns } from '@/lib/turns'
import type { AttributionSource, Confidence } from '../model/attribution'
import { filesNamed } from './files-named'
import { bodyOf, originSessionOf } from './front-matter-body'
import { hashOf } from './hash-of'
import { type HeardFact, heardSince } from './heard-calls'
import { KeptFacts } from './kept-facts'
import { transcriptFiles } from './transcript-files'
import { keepOffsets, readOffsets } from './transcript-offsets'
import {
  type Excerpt,
  factsOfLine,
  saidIn,
  type SessionFact,
  type TranscriptFact,
} from './transcript-line'

/** The writer of a file, as far as transcripts tell. Times are milliseconds since 1970. */
export interface Writer {
  confidence: Confidence
  source: AttributionSource
  session: SessionFact
  call: { toolUseId: string; tool: string; model: string; at: number } | null
  /** what the session was asked, and said before the call; null: not kept */
  excerpt: Excerpt | null
}

/** A file as it was found: the hashes of its content, whole and without its front matter. */
export interface WrittenFile {
  sha256: string
  bodySha256: string
  /** it, or where it stands; milliseconds since 1970 */
  changedAt: number
}

/** A file of a watched folder that is other than it was. */
export interface FoundFile {
  /** absolute */
  file: string
  /** null: it is gone */
  as: WrittenFile | null
  /**
   * of one that was moved or deleted: hashes of what a command can have named to do so, and when that
   * was found
   */
  moved: { names: readonly string[]; foundAt: number } | null
}

export const writtenFile = (content: string, changedAt: number): WrittenFile => ({
  sha256: hashOf(content),
  bodySha256: hashOf(bodyOf(content)),
  changedAt,
})

/** Transcripts that nobody wrote for so long are not followed. */
const LIVE_MS = 60 * 60_000

/** Of a transcript that is met for the first time, so much of its end is read; bytes. */
const FIRST_BYTES = 1024 * 1024

/** The beginning of a transcript in which its first prompt stands; bytes. */
const HEAD_BYTES = 64 * 1024

/** First prompts that are remembered. */
const MAX_PROMPTS = 500

/** Read of one transcript at a time; bytes. */
const SLICE_BYTES = 1024 * 1024

/** A line that is longer is passed over; bytes. */
const LONGEST_LINE = 16 * 1024 * 1024

/** The facts that are kept take no more, those of calls and those of results each; bytes. */
const MAX_FACT_BYTES = 16 * 1024 * 1024

/** So do the beginnings of lines whose ends are still to come, of all transcripts; bytes. */
const MAX_REST_BYTES = 64 * 1024 * 1024

/** All transcripts are looked for so often; in between, those that are written are. Milliseconds. */
const LIST_EVERY_MS = 250

/** Commands that are remembered, the newest. */
const MAX_COMMANDS = 200

/** A file that a command moved or deleted is found so soon after it ended; milliseconds. */
const FOUND_WITHIN_MS = 60_000

/** Most memory for what commands moved or deleted; bytes. */
const MAX_MOVE_BYTES = 4 * 1024 * 1024

/** Reads that no watched folder asked for are forgotten beyond so many. */
const MAX_READS = 1_000

interface Followed {
  offset: number
  /** the beginning of a line whose end is still to come */
  rest: Buffer
  /** reads that are told of before it were counted by an earlier process */
  countsFrom: number
  excerpt: Excerpt
}

/** An earlier process's progress with a transcript. */
interface ReadBefore {
  offset: number
  readAt: number
}

type Call = Extract<TranscriptFact, { kind: 'call' }>
type Result = Extract<HeardFact, { kind: 'result' }>
type Command = Extract<TranscriptFact, { kind: 'command' }>
type Move = Extract<HeardFact, { kind: 'move' }>
type NamingMove = Extract<TranscriptFact, { kind: 'move' }>
type OtherFact = Exclude<TranscriptFact, NamingMove>
export type ReadOfFile = Extract<TranscriptFact, { kind: 'read' }>

const ofThisProcess = () => perProcess('transcripts', () => new Map<string, Transcripts>())

/** The transcripts in a folder of projects, which all watched folders of this process share. */
export function transcriptsIn(db: Database, projects: string): Transcripts {
  const known = ofThisProcess().get(projects) ?? new Transcripts(db, projects)
  ofThisProcess().set(projects, known)
  return known
}

/**
 * Follows the transcripts of Claude Code that lie in a folder of projects, and tells who wrote a file.
 * Never by time alone: a writer is named if the file is what its call left, or what it asked for.
 */
export class Transcripts {
  private readonly followed = new Map<string, Followed>()
  private readonly calls = new KeptFacts<Call>(MAX_FACT_BYTES)
  /** by a hash of the file's path */
  private readonly results = new KeptFacts<Result>(MAX_FACT_BYTES)
  /** by a hash of what a command named */
  private readonly moves = new KeptFacts<Move>(MAX_MOVE_BYTES)
  private restBytes = 0
  private reads: ReadOfFile[] = []
  private commands: Command[] = []
  private readonly firstPrompts = new Map<string, string>()
  private readonly maybeYield = turns()
  private readonly since = Date.now()
  private readonly keepsExcerpts = settings().transcripts === 'excerpt'
  /** transcripts that were written lately, and when that was looked for */
  private live: string[] = []
  private listedAt = 0
  private reading: Promise<boolean> | null = null
  /** by a hash of the transcript's path; null: not asked yet */
  private before: ReadonlyMap<string, ReadBefore> | null = null
  private heardUpTo = 0
  /** sessions of which something was written or heard lately */
  private goingOn = new Set<string>()
  /** of the sessions that hooks told of, when they did last */
  private readonly heardAt = new Map<string, number>()

  constructor(
    private readonly db: Database,
    private readonly projects: string,
  ) {}

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

  /** Keeps how far was read, for the process that comes after this one. */
  async keepOffsets(): Promise<void> {
    const read = [...this.followed].map(([file, { offset, rest }]) => ({
      fileHash: hashOf(file),
      offset: offset - rest.length,
    }))
    await keepOffsets(this.db, read)
  }

  /** Returns the first prompt of a session; '': not known, or not kept. */
  firstPromptOf(outerId: string): string {
    return this.firstPrompts.get(outerId) ?? ''
  }

  private async readAll(): Promise<boolean> {
    const now = Date.now()
    const goingOn = await this.hear(now)
    this.before ??= await readOffsets(this.db)
    const isListing = now - this.listedAt >= LIST_EVERY_MS
    const files = isListing ? await transcriptFiles(this.projects, this.maybeYield) : this.live
    const live: string[] = []
    for (const file of files) {
      await this.maybeYield()
      const stats = await lstat(file).catch(() => null)
      if (!stats?.isFile() || !this.isFollowed(file, stats, now)) continue
      live.push(file)
      if (stats.mtimeMs > now - GOING_ON_MS) goingOn.add(this.sessionOf(file))
      const known = this.followed.get(file) ?? (await this.follow(file, stats.size))
      // A transcript that is shorter than before was written anew.
      if (stats.size < known.offset) {
        Object.assign(known, { offset: 0, countsFrom: 0 })
        this.keepRest(known, Buffer.of())
      }
      if (stats.size > known.offset) await this.readOn(file, known)
    }
    this.live = live
    if (isListing) {
      this.listedAt = now
      this.dropRests(new Set(live))
    }
    this.goingOn = goingOn
    return goingOn.size > 0
  }

  /** Returns whether a conversation goes on, and not this one. */
  isAnotherGoingOn(outerId: string): boolean {
    return this.goingOn.size > 0 && !this.goingOn.has(outerId)
  }

  /** A transcript of a session is named after it, those of its subagents lie in a folder that is. */
  private sessionOf(file: string): string {
    const [, name = ''] = path.relative(this.projects, file).split(path.sep)
    return path.basename(name, '.jsonl')
  }

  /** Takes what hooks told of, in whichever process. Returns the sessions of which they did lately. */
  private async hear(now: number): Promise<Set<string>> {
    const { facts, last } = await heardSince(this.db, this.heardUpTo)
    this.heardUpTo = last
    for (const fact of facts) {
      this.heardAt.set(fact.session.outerId, now)
      if (fact.kind === 'result') this.results.add(fact.fileHash, fact)
      else if (fact.kind === 'move') this.moves.add(fact.fileHash, fact)
      else this.rememberCommand(fact)
    }
    for (const [outerId, at] of this.heardAt) {
      if (now - at >= GOING_ON_MS) this.heardAt.delete(outerId)
    }
    return new Set(this.heardAt.keys())
  }

  /** One that nobody wrote for long is not, unless it was written while no process looked. */
  private isFollowed(file: string, stats: { mtimeMs: number; size: number }, now: number): boolean {
    if (stats.mtimeMs >= now - LIVE_MS || this.followed.has(file)) return true
    const before = this.before?.get(hashOf(file))
    return before !== undefined && before.offset < stats.size
  }

  private async follow(file: string, size: number): Promise<Followed> {
    const before = this.before?.get(hashOf(file))
    const offset = Math.min(before?.offset ?? size, Math.max(size - FIRST_BYTES, 0))
    const known: Followed = {
      offset,
      rest: Buffer.of(),
      countsFrom: before?.offset ?? 0,
      excerpt: { prompt: '', said: '' },
    }
    this.followed.set(file, known)
    if (offset > 0 && this.keepsExcerpts) await this.readHead(file)
    return known
  }

  /**
   * Finds who left a file as it was found: whose call wrote it, or whose command moved or deleted
   * it.
   */
  writerOf({ file, as, moved }: FoundFile): Writer | null {
    return (as && this.callerOf(file, as)) ?? (moved && this.moverOf(moved))
  }

  private callerOf(file: string, { sha256, bodySha256, changedAt }: WrittenFile): Writer | null {
    const calls = this.calls.of(file)
    const result = this.results.of(hashOf(file)).findLast((each) => each.sha256 === sha256)
    if (result) {
      const call = calls.find(({ toolUseId }) => toolUseId === result.toolUseId)
      const { toolUseId, at, session, source } = result
      const tool = { toolUseId, at, tool: call?.tool ?? result.tool, model: call?.model ?? '' }
      const excerpt = call?.excerpt ?? null
      return { confidence: 'exact', source, session, call: tool, excerpt }
    }
    const call = calls.findLast((each) => each.bodySha256 === bodySha256)
    if (call) {
      const { toolUseId, tool, model, at, session, excerpt = null } = call
      return {
        confidence: 'likely',
        source: 'transcript',
        session,
        call: { toolUseId, tool, model, at },
        excerpt,
      }
    }
    // What is told of counts whole milliseconds, the file system parts of them.
    const wholeMs = Math.floor(changedAt)
    const command = this.commands.findLast((each) => each.from <= wholeMs && wholeMs <= each.at)
    return command ? byCommand({ ...command, source: 'hook', model: '' }) : null
  }

  /** Finds the command that named what was moved or deleted, not long before that was found. */
  private moverOf({ names, foundAt }: NonNullable<FoundFile['moved']>): Writer | null {
    const move = names
      .flatMap((name) => this.moves.of(name))
      .filter(({ from, at }) => from <= foundAt && at >= foundAt - FOUND_WITHIN_MS)
      .toSorted((one, other) => one.from - other.from)
      .at(-1)
    return move ? byCommand(move) : null
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

  /** Reads the first prompt at the beginning of a transcript that is read from its end on. */
  private async readHead(file: string): Promise<void> {
    const handle = await openRegularFile(file).catch(() => null)
    if (!handle) return
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      for (const line of buffer.toString('utf8', 0, bytesRead).split('\n')) {
        const said = saidIn(line)
        if (said?.by !== 'person') continue
        this.keepPrompt(said.outerId, said.text)
        return
      }
    } finally {
      await handle.close()
    }
  }

  private async take(known: Followed, bytes: Buffer): Promise<void> {
    const begin = known.offset - bytes.length
    let from = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      const line = bytes.toString('utf8', from, end)
      if (this.keepsExcerpts) this.hearSaid(known, line)
      for (const fact of factsOfLine(line)) {
        if (fact.kind === 'move') await this.rememberMove(fact)
        else this.remember(known, fact, begin + from)
      }
      from = end + 1
      await this.maybeYield()
    }
    this.keepRest(known, bytes.subarray(from))
  }

  /** A line for whose beginning there is no room is passed over. */
  private keepRest(known: Followed, rest: Buffer): void {
    this.restBytes -= known.rest.length
    const isKept = rest.length <= LONGEST_LINE && this.restBytes + rest.length <= MAX_REST_BYTES
    known.rest = isKept ? Buffer.from(rest) : Buffer.of()
    this.restBytes += known.rest.length
  }

  /** The end of a line is not waited for in a transcript that is gone. */
  private dropRests(live: ReadonlySet<string>): void {
    for (const [file, known] of this.followed) {
      if (!live.has(file)) this.keepRest(known, Buffer.of())
    }
  }

  private hearSaid(known: Followed, line: string): void {
    const said = saidIn(line)
    if (!said) return
    const { text, outerId } = said
    if (said.by === 'model') known.excerpt = { ...known.excerpt, said: text }
    else {
      known.excerpt = { prompt: text, said: '' }
      if (!this.firstPrompts.has(outerId)) this.keepPrompt(outerId, text)
    }
  }

  private keepPrompt(outerId: string, text: string): void {
    this.firstPrompts.set(outerId, text)
    const [oldest] = this.firstPrompts.size > MAX_PROMPTS ? this.firstPrompts.keys() : []
    if (oldest !== undefined) this.firstPrompts.delete(oldest)
  }

  /** `at`: where in its transcript the fact's line begins. */
  private remember(known: Followed, fact: OtherFact, at: number): void {
    if (fact.kind === 'call') {
      const { excerpt } = known
      this.calls.add(fact.file, this.keepsExcerpts ? { ...fact, excerpt } : fact)
    } else if (fact.kind === 'result') {
      const { file, ...result } = fact
      const fileHash = hashOf(file)
      this.results.add(fileHash, { ...result, fileHash })
    } else if (fact.kind === 'command') this.rememberCommand(fact)
    // What was read before is counted already, or was read when nobody looked.
    else if (known.countsFrom > 0 ? at >= known.countsFrom : fact.at >= this.since) {
      this.reads.push(fact)
      if (this.reads.length > 2 * MAX_READS) this.reads = this.reads.slice(-MAX_READS)
    }
  }

  private async rememberMove({ named, ...move }: NamingMove): Promise<void> {
    for (const file of await filesNamed(this.db, [named])) {
      const fileHash = hashOf(file)
      this.moves.add(fileHash, { ...move, fileHash })
    }
  }

  private rememberCommand(fact: Command): void {
    this.commands = [...this.commands, fact].slice(-MAX_COMMANDS)
  }
}

type CommandOfSession = Pick<Move, 'toolUseId' | 'at' | 'session' | 'source' | 'model'>

function byCommand({ toolUseId, at, session, source, model }: CommandOfSession): Writer {
  const call = { toolUseId, at, tool: 'Bash', model }
  return { confidence: 'likely', source, session, call, excerpt: null }
}

/** A conversation whose transcript was written within this time goes on; milliseconds. */
const GOING_ON_MS = 15_000

/** The session that a new file says it was written in, with no call. */
export function writerByFrontMatter(content: string): Writer | null {
  const outerId = originSessionOf(content)
  if (outerId === null) return null
  const session = { outerId, project: '', clientVersion: '' }
  return { confidence: 'likely', source: 'front_matter', session, call: null, excerpt: null }
}

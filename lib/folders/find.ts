import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { perProcess } from '@/lib/per-process'
import { settings } from '@/lib/settings'
import { jsonOf } from '@/lib/text/content'
import { diskAt, inRegular } from './disk'
import { INDEX, linkedFiles } from './memory-index'
import type { RealPath } from './model'
import { included } from './names'
import { placeOf } from './real-path'
import { lookAt, type Seen } from './scan'

/** Claude Code's memory on this machine: of its projects, and of its subagents. */

export interface FoundFolder {
  kind: 'project' | 'agent'
  /** of its project, or of the subagent; where the path is not known that of its folder */
  name: string
  /** the project's folder; null: no conversation tells */
  path: string | null
  /** where its files lie, links resolved */
  location: string
  /** false: outside of `WATCH_ROOTS`, so nothing is read */
  isAllowed: boolean
  files: number
  bytes: number
  newestAt: Date | null
  conversations: number
  /** files that its index lists and that are not there */
  missing: number
  /** the project whose linked work tree this is */
  worktreeOf: string | null
  /** the project's folder is not there any more */
  isGone: boolean
  /** the project that this perhaps is by now, by its folder's location */
  perhapsNow: { name: string; location: string } | null
}

/** Lists what is there, the newest first, each folder once. Nothing outside of `WATCH_ROOTS` is looked into. */
export async function findFolders(signal: AbortSignal): Promise<FoundFolder[]> {
  const root = settings().claudeCode
  const projects = await projectsIn(path.join(root, 'projects'))
  const found: (FoundFolder | null)[] = []
  for (const project of projects) {
    signal.throwIfAborted()
    found.push(await folderOf(path.join(project.folder, 'memory'), 'project', project, signal))
  }
  found.push(...(await agentsIn(path.join(root, 'agent-memory'), null, signal)))
  for (const own of new Set(projects.flatMap(({ path: at }) => at ?? []))) {
    for (const kind of ['agent-memory', 'agent-memory-local']) {
      found.push(...(await agentsIn(path.join(own, '.claude', kind), own, signal)))
    }
  }
  const moved = await movedMemory(root)
  if (moved) found.push(await folderOf(moved, 'project', unknown(path.basename(moved)), signal))
  const there = found.filter((folder) => folder !== null)
  const once = [...new Map(there.map((folder) => [folder.location, folder])).values()]
  return (await withRenamed(once, projects)).toSorted(
    (one, other) => (other.newestAt?.getTime() ?? 0) - (one.newestAt?.getTime() ?? 0),
  )
}

/** For how long what was found is told again; milliseconds. */
const TOLD_MS = 15_000

const kept = perProcess('found folders', () => ({
  found: null as { at: number; changedAt: number; all: Promise<FoundFolder[]> } | null,
}))

/** The same as it was found a moment ago, unless a project came or went: a page asks with each news. */
export async function foundLately(): Promise<FoundFolder[]> {
  const projects = await stat(path.join(settings().claudeCode, 'projects')).catch(() => null)
  const at = Date.now()
  const changedAt = projects?.mtimeMs ?? 0
  if (!kept.found || Math.abs(at - kept.found.at) > TOLD_MS || kept.found.changedAt !== changedAt) {
    kept.found = { at, changedAt, all: findFolders(AbortSignal.timeout(TOLD_MS)) }
  }
  const { all } = kept.found
  return all.catch((error: unknown) => {
    forgetFound()
    throw error
  })
}

/** What is found next is looked for anew. */
export function forgetFound(): void {
  kept.found = null
}

/** A project as its transcripts tell of it. */
interface Project {
  folder: string
  name: string
  path: string | null
  worktreeOf: string | null
  conversations: number
  firstAt: number
  lastAt: number
}

const unknown = (slug: string): Project => ({
  folder: '',
  name: slug,
  path: null,
  worktreeOf: null,
  conversations: 0,
  firstAt: Infinity,
  lastAt: 0,
})

/** The name that Claude Code gives to the folder of a path. It loses information, so it is never decoded. */
export const slugOf = (place: string) => place.replaceAll(/[^A-Za-z0-9]/g, '-')

async function projectsIn(folder: string): Promise<Project[]> {
  const slugs = await namesIn(folder)
  const told = new Map<string, Told[]>()
  for (const slug of slugs) told.set(slug, await toldIn(path.join(folder, slug)))
  const all = [...told.values()].flat()
  return slugs.map((slug) => {
    const own = told.get(slug) ?? []
    const known =
      own.find(({ cwdSlug }) => cwdSlug === slug) ??
      [...own, ...all].find(({ mainSlug }) => mainSlug === slug)
    const ofIt = all.filter(
      ({ at, cwdSlug, mainSlug }) => at === slug || (mainSlug ?? cwdSlug) === slug,
    )
    const place = known ? (known.cwdSlug === slug ? known.cwd : known.main) : null
    const isLinked = known !== undefined && known.main !== null && known.main !== place
    return {
      folder: path.join(folder, slug),
      name: place === null ? slug : path.basename(place),
      path: place,
      worktreeOf: isLinked ? path.basename(known.main ?? '') : null,
      conversations: new Set(ofIt.map(({ file }) => file)).size,
      firstAt: Math.min(Infinity, ...own.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(0, ...own.map(({ lastAt }) => lastAt)),
    }
  })
}

/** What a transcript tells of where it was. */
interface Told {
  at: string
  file: string
  cwd: string
  cwdSlug: string
  /** the main work tree; null: it is in none, or gone */
  main: string | null
  mainSlug: string | null
  firstAt: number
  lastAt: number
}

/** Transcripts of a project that are asked, and bytes at their beginning. */
const MAX_ASKED = 20
const HEAD_BYTES = 64 * 1024

const headLine = z.object({ cwd: z.string().min(1), timestamp: z.iso.datetime({ offset: true }) })

/** The newest ones are asked, and the oldest; the others are taken to be where the newest was. */
async function toldIn(folder: string): Promise<Told[]> {
  const all = await transcriptsIn(folder)
  const told: Told[] = []
  for (const each of new Set([...all.slice(0, MAX_ASKED - 1), ...all.slice(-1)])) {
    const head = await headOf(each.file)
    if (!head) continue
    const { cwd, timestamp } = head
    const main = await mainTreeOf(cwd)
    told.push({
      ...each,
      at: path.basename(folder),
      firstAt: Date.parse(timestamp),
      cwd,
      cwdSlug: slugOf(cwd),
      main,
      mainSlug: main === null ? null : slugOf(main),
    })
  }
  const [newest] = told
  const others = all.slice(MAX_ASKED - 1, -1)
  return newest ? [...told, ...others.map(({ file }) => ({ ...newest, file }))] : []
}

/** With when they were written last, the newest first. */
async function transcriptsIn(folder: string): Promise<{ file: string; lastAt: number }[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const found: { file: string; lastAt: number }[] = []
  for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
    const file = path.join(folder, name)
    const known = await stat(file).catch(() => null)
    if (known) found.push({ file, lastAt: known.mtimeMs })
  }
  return found.toSorted((one, other) => other.lastAt - one.lastAt)
}

const headOf = (file: string) =>
  inRegular(file, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    for (const line of buffer.toString('utf8', 0, bytesRead).split('\n')) {
      const parsed = headLine.safeParse(jsonOf(line))
      if (parsed.success) return parsed.data
    }
    return null
  })

/** The main work tree of a place, by the `.git` above it; git is not run. Null: there is none. */
async function mainTreeOf(place: string): Promise<string | null> {
  for (let at = place; ; at = path.dirname(at)) {
    const git = path.join(at, '.git')
    const found = await stat(git).catch(() => null)
    if (found?.isDirectory()) return at
    if (found?.isFile()) {
      const named = /^gitdir:\s*(.+)$/m.exec(await readFile(git, 'utf8').catch(() => ''))?.[1]
      const linked = /^(.*)[/\\]\.git[/\\]worktrees[/\\][^/\\]+$/.exec(
        named === undefined ? '' : path.resolve(at, named.trim()),
      )
      return linked?.[1] ?? at
    }
    if (at === path.dirname(at)) return null
  }
}

/** The names of folders in a folder, links to folders included; none if it cannot be listed. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort()
}

async function agentsIn(
  folder: string,
  project: string | null,
  signal: AbortSignal,
): Promise<(FoundFolder | null)[]> {
  const found: (FoundFolder | null)[] = []
  for (const agent of await namesIn(folder)) {
    const about = { ...unknown(agent), path: project }
    found.push(await folderOf(path.join(folder, agent), 'agent', about, signal))
  }
  return found
}

/** Null: nothing is there, or it has no files. */
async function folderOf(
  named: string,
  kind: FoundFolder['kind'],
  { name, path: of, worktreeOf, conversations }: Project,
  signal: AbortSignal,
): Promise<FoundFolder | null> {
  const found = await placeOf(named)
  if (!found) return null
  const folder: FoundFolder = {
    kind,
    name,
    path: of,
    location: found.place,
    isAllowed: found.allowed !== null,
    files: 0,
    bytes: 0,
    newestAt: null,
    conversations,
    missing: 0,
    worktreeOf,
    isGone: of !== null && !existsSync(of),
    perhapsNow: null,
  }
  if (!found.allowed) return folder
  const seen = await seenIn(found.allowed, signal)
  if (!seen || seen.files.size === 0) return null
  const stats = [...seen.files.values()].map((file) => file.stat)
  return {
    ...folder,
    files: stats.length,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    newestAt: new Date(Math.max(...stats.map(({ modifiedAt }) => modifiedAt / 1000))),
    missing: await missingIn(found.allowed, seen),
  }
}

async function seenIn(location: RealPath, signal: AbortSignal): Promise<Seen | null> {
  const disk = diskAt(location)
  const look = { disk, included: included(null), isOwnData: () => false, signal }
  return lookAt(look).catch(() => null)
}

const MAX_INDEX_BYTES = 256 * 1024

async function missingIn(location: RealPath, { files }: Seen): Promise<number> {
  const index = files.get(INDEX)
  if (!index) return 0
  const read = await diskAt(location).read(index.name, MAX_INDEX_BYTES)
  if (read.kind !== 'bytes') return 0
  return linkedFiles(read.bytes.toString()).filter((listed) => !files.has(listed)).length
}

/** A project that is gone may have become the one whose repository is older and whose conversations are newer. */
async function withRenamed(
  all: readonly FoundFolder[],
  projects: readonly Project[],
): Promise<FoundFolder[]> {
  const others = projects.flatMap(({ path: at, worktreeOf, firstAt }) =>
    at === null || worktreeOf !== null ? [] : [{ at, firstAt }],
  )
  const described = new Map<string, number>()
  for (const { at } of others) described.set(at, await describedAt(at))
  return all.map((folder) => {
    if (!folder.isGone || folder.kind === 'agent') return folder
    const last = projects.find(({ path: at }) => at === folder.path)?.lastAt ?? 0
    const later = others.filter(
      ({ at, firstAt }) => firstAt > last && (described.get(at) ?? Infinity) < last,
    )
    const [only] = later
    const now = later.length === 1 ? all.find(({ path: at }) => at === only?.at) : undefined
    return now ? { ...folder, perhapsNow: { name: now.name, location: now.location } } : folder
  })
}

/** When a repository was made, ms: nobody writes its description afterwards; `Infinity`: it is none. */
async function describedAt(place: string): Promise<number> {
  const found = await stat(path.join(place, '.git', 'description')).catch(() => null)
  return found?.mtimeMs ?? Infinity
}

const movedSchema = z.object({ autoMemoryDirectory: z.string().min(1) })

/** Where a person has Claude Code keep its memory, if that is said in its settings. */
async function movedMemory(root: string): Promise<string | null> {
  const text = await readFile(path.join(root, 'settings.json'), 'utf8').catch(() => '')
  const named = movedSchema.safeParse(jsonOf(text)).data?.autoMemoryDirectory
  return named === undefined ? null : named.replace(/^~(?=\/|$)/, homedir())
}

import { realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { AgentHomes } from '@/lib/settings'
import { type DiskReach, isInReach } from '@/lib/transfer/disk-reach'
import { listFolder } from '@/lib/transfer/open-on-disk'
import { turns } from '@/lib/turns'
import { projectOf } from './core/claude-code-project'
import { countMissing } from './core/memory-index'
import { diskCode } from './core/read-file'
import { watchedPaths } from './core/watched-paths'
import { type Walked, walkFolder } from './core/walk-folder'
import type { Preset } from './model/connection'
import { watchReach } from './watch-reach'

/** A folder with an agent's memory that is on this machine. Sizes in bytes, times since 1970 in ms. */
export interface FoundFolder {
  preset: Preset
  /** absolute, links resolved */
  location: string
  /** whose memory it is: a project's name, an agent's */
  name: string
  fileCount: number
  byteSize: number
  /** of a file; null: there is none */
  newestAt: number | null
  /** transcripts of conversations that it was used in, so far as they lie beside it */
  sessionCount: number
  /** files that its index lists and that are not there */
  missingCount: number
  /** whether a connection watches it already */
  isConnected: boolean
}

/**
 * The memory of agents that is on this machine: Claude Code's and Letta's, project by project and
 * agent by agent, and that of Codex, Gemini CLI and OpenClaw; the newest first, each folder once. Only
 * folders in `WATCH_ROOTS` are looked at.
 */
export async function findFolders(
  db: Database,
  homes: AgentHomes,
  signal: AbortSignal,
): Promise<FoundFolder[]> {
  const rows = await db.prisma.connection.findMany({
    where: { store: { deletedAt: null } },
    select: { location: true },
  })
  const looker: Looker = {
    reach: await watchReach(),
    connected: rows.map(({ location }) => location),
    maybeYield: turns(signal),
  }
  const found = [
    ...(await projectsOf(looker, path.join(homes.claudeCode, 'projects'))),
    ...(await agentsOf(looker, path.join(homes.claudeCode, 'agent-memory'))),
    ...(await lettaAgentsOf(looker, path.join(homes.letta, 'agents'))),
    await folderAt(looker, homes.claudeCode, { preset: 'instructions', name: 'Claude Code' }),
    await folderAt(looker, path.join(homes.codex, 'memories'), { preset: 'folder', name: 'Codex' }),
    await folderAt(looker, homes.gemini, { preset: 'instructions', name: 'Gemini CLI' }),
    await folderAt(looker, path.join(homes.openClaw, 'workspace'), {
      preset: 'instructions',
      name: 'OpenClaw',
    }),
  ].filter((folder) => folder !== null)
  // A home that is a project, too, is come by twice.
  return [...new Map(found.map((folder) => [folder.location, folder])).values()].sort(
    (one, other) => (other.newestAt ?? 0) - (one.newestAt ?? 0),
  )
}

interface Looker {
  reach: DiskReach
  connected: readonly string[]
  maybeYield: () => Promise<void>
}

async function projectsOf(looker: Looker, projects: string): Promise<(FoundFolder | null)[]> {
  const found: (FoundFolder | null)[] = []
  for (const folder of await foldersIn(looker, projects)) {
    const memory = path.join(projects, folder, 'memory')
    const known = await folderAt(looker, memory, { preset: 'claude_code', name: folder })
    if (!known) continue
    const { name, cwd, sessionCount } = await projectOf(path.join(projects, folder))
    found.push({ ...known, name: name ?? folder, sessionCount })
    if (cwd !== null && name !== null) {
      found.push(await folderAt(looker, cwd, { preset: 'instructions', name }))
      for (const agents of ['agent-memory', 'agent-memory-local']) {
        found.push(...(await agentsOf(looker, path.join(cwd, '.claude', agents), name)))
      }
    }
  }
  return found
}

/** Subagents of Claude Code: of a project, or of all. */
async function agentsOf(
  looker: Looker,
  agents: string,
  project?: string,
): Promise<(FoundFolder | null)[]> {
  const found: (FoundFolder | null)[] = []
  for (const agent of await foldersIn(looker, agents)) {
    const name = project === undefined ? agent : `${agent} (${project})`
    found.push(await folderAt(looker, path.join(agents, agent), { preset: 'claude_code', name }))
  }
  return found
}

async function lettaAgentsOf(looker: Looker, agents: string): Promise<(FoundFolder | null)[]> {
  const found: (FoundFolder | null)[] = []
  for (const agent of await foldersIn(looker, agents)) {
    const memory = path.join(agents, agent, 'memory')
    found.push(await folderAt(looker, memory, { preset: 'folder', name: `Letta ${agent}` }))
  }
  return found
}

/** The folders in a folder; none if it is not there, or may not be read. */
async function foldersIn(looker: Looker, folder: string): Promise<string[]> {
  const real = await inReach(looker, folder)
  if (real === null) return []
  const names: string[] = []
  try {
    for await (const entry of listFolder(real)) if (entry.isDirectory()) names.push(entry.name)
  } catch (error) {
    if (diskCode(error) === null) throw error
  }
  return names.sort()
}

/** Null: nothing is there, it has no files, or it may not be watched. */
async function folderAt(
  looker: Looker,
  folder: string,
  about: { preset: Preset; name: string },
): Promise<FoundFolder | null> {
  const location = await inReach(looker, folder)
  if (location === null) return null
  const isWatched = watchedPaths({ preset: about.preset, location })
  const walk = { root: location, reach: looker.reach, maybeYield: looker.maybeYield, isWatched }
  const walked = await walkFolder(walk).catch(() => null)
  if (!walked || walked.files.size === 0) return null
  return {
    ...about,
    location,
    ...totalsOf(walked),
    sessionCount: 0,
    missingCount: about.preset === 'claude_code' ? await countMissing(location, walked) : 0,
    isConnected: looker.connected.includes(location),
  }
}

function totalsOf({ files }: Walked) {
  let byteSize = 0
  let newestAt: number | null = null
  for (const { size, modifiedAt } of files.values()) {
    byteSize += size
    newestAt = Math.max(newestAt ?? 0, Math.floor(modifiedAt / 1000))
  }
  return { fileCount: files.size, byteSize, newestAt }
}

async function inReach({ reach }: Looker, folder: string): Promise<string | null> {
  const real = await realpath(folder).catch(() => null)
  return real !== null && isInReach(real, reach) ? real : null
}

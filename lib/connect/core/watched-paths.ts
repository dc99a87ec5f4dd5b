import path from 'node:path'
import { foldedPath } from '@/lib/text/folded-path'
import type { Preset } from '../model/connection'
import { isIgnoredName, isIgnoredPath } from './ignored-names'

/** Tells whether to look at a path of a folder, of a file or a folder. */
export type WatchedPaths = (memoryPath: string) => boolean

/** Files that agents are given as instructions, in a project's folder. */
const FILES = ['/CLAUDE.md', '/CLAUDE.local.md', '/AGENTS.md', '/GEMINI.md', '/.claude/CLAUDE.md']

/** Folders of such files. */
const FOLDERS = ['/.claude/rules', '/.cursor/rules', '/.windsurf/rules']

/** Of the folder in which Claude Code has what holds for all projects. */
const HOME_FILES = ['/CLAUDE.md']
const HOME_FOLDERS = ['/rules']

/** Of the folder in which OpenClaw works: what it remembers. */
const OPEN_CLAW_FILES = ['/MEMORY.md', '/DREAMS.md']
const OPEN_CLAW_FOLDERS = ['/memory']

/**
 * Returns what to watch of a folder: all that no name leaves out, or of instructions only these.
 */
export function watchedPaths({
  preset,
  location,
}: {
  preset: Preset
  location: string
}): WatchedPaths {
  if (preset !== 'instructions') return isNotIgnored
  if (path.basename(location) === '.claude') return chosenPaths(HOME_FILES, HOME_FOLDERS)
  if (location.endsWith('/.openclaw/workspace')) {
    return chosenPaths(OPEN_CLAW_FILES, OPEN_CLAW_FOLDERS)
  }
  return chosenPaths(FILES, FOLDERS)
}

const isNotIgnored: WatchedPaths = (memoryPath) => !isIgnoredPath(memoryPath)

/**
 * These files, what lies in these folders, and the folders on the way there; by whichever name a file
 * system takes for theirs: on some, agents are given `claude.md` as `CLAUDE.md`.
 */
function chosenPaths(files: readonly string[], folders: readonly string[]): WatchedPaths {
  const chosenFolders = folders.map(foldedPath)
  const all = [...files.map(foldedPath), ...chosenFolders]
  return (memoryPath) => {
    const folded = foldedPath(memoryPath)
    if (all.some((each) => each === folded || each.startsWith(`${folded}/`))) return true
    const folder = chosenFolders.find((each) => folded.startsWith(`${each}/`))
    if (folder === undefined) return false
    const inside = memoryPath.split('/').slice(folder.split('/').length)
    return !inside.some(isIgnoredName)
  }
}

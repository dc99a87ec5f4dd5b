import path from 'node:path'
import { listFolder } from '@/lib/transfer/open-on-disk'
import { diskCode } from './read-file'

/** The transcripts in a folder of Claude Code's projects, those of subagents among them. */
export async function transcriptFiles(
  projects: string,
  maybeYield: () => Promise<void>,
): Promise<string[]> {
  const files: string[] = []
  for (const project of await names(projects, 'folder')) {
    const folder = path.join(projects, project)
    for (const name of await names(folder, 'transcript')) files.push(path.join(folder, name))
    for (const session of await names(folder, 'folder')) {
      if (session === 'memory') continue
      const agents = path.join(folder, session, 'subagents')
      for (const name of await names(agents, 'transcript')) files.push(path.join(agents, name))
    }
    await maybeYield()
  }
  return files
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

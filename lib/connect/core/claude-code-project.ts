import path from 'node:path'
import { z } from 'zod'
import { listFolder, openRegularFile } from '@/lib/transfer/open-on-disk'

/** The first part of a transcript in which its folder is named. */
const HEAD_BYTES = 64 * 1024

/** Transcripts that are asked for their folder. */
const MAX_ASKED = 5

/**
 * Reads a project's name, path and number of sessions from its folder in Claude Code. The folder's
 * name stands for the project's path with every other character replaced, so it is never read back:
 * the path is that of a transcript whose own one gives the same name. `name` null: no transcript
 * tells.
 */
export async function projectOf(
  folder: string,
): Promise<{ name: string | null; cwd: string | null; sessionCount: number }> {
  const transcripts: string[] = []
  for await (const entry of listFolder(folder)) {
    if (entry.isFile() && entry.name.endsWith('.jsonl')) transcripts.push(entry.name)
  }
  for (const name of transcripts.slice(0, MAX_ASKED)) {
    const cwd = await cwdOf(path.join(folder, name))
    const isOwn = cwd !== null && folderName(cwd) === path.basename(folder)
    if (isOwn) return { name: path.basename(cwd), cwd, sessionCount: transcripts.length }
  }
  return { name: null, cwd: null, sessionCount: transcripts.length }
}

/** The name of a project's folder, as Claude Code makes it. */
const folderName = (projectPath: string) => projectPath.replaceAll(/[^A-Za-z0-9]/g, '-')

async function cwdOf(transcript: string): Promise<string | null> {
  const handle = await openRegularFile(transcript).catch(() => null)
  if (!handle) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    for (const line of buffer.toString('utf8', 0, bytesRead).split('\n')) {
      const cwd = fieldOf(line, 'cwd')
      if (cwd !== null) return cwd
    }
    return null
  } finally {
    await handle.close()
  }
}

/** A field of a transcript's line; null: there is none, or it is no whole line. */
function fieldOf(line: string, field: string): string | null {
  try {
    return z.object({ [field]: z.string() }).safeParse(JSON.parse(line)).data?.[field] ?? null
  } catch {
    return null
  }
}

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectFolder } from '@/lib/connect/connect-folder'
import type { Direction, Preset } from '@/lib/connect/model/connection'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

/** A folder with these files, by the paths of their memories. */
export function folderWith(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'watched-')))
  for (const [memoryPath, content] of Object.entries(files)) putFile(root, memoryPath, content)
  return root
}

export function putFile(root: string, memoryPath: string, content: string | Buffer): void {
  const file = path.join(root, memoryPath)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Returns whether this process may mount a disk: in most places only root may. */
export function canMount(): boolean {
  const at = mkdtempSync(path.join(tmpdir(), 'mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', at], { stdio: 'ignore' })
    execFileSync('umount', [at])
    return true
  } catch {
    return false
  } finally {
    rmSync(at, { recursive: true })
  }
}

/** Does something with the rights of a user whom permissions hold for, which they do not for root. */
export async function withoutRoot<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  for (const file of db.files()) chmodSync(path.dirname(file), 0o711)
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

export async function connect(
  db: Database,
  location: string,
  direction: Direction = 'read',
  preset: Preset = 'folder',
) {
  return connectFolder(db, {
    location,
    preset,
    direction,
    store: { name: path.basename(location) },
    cause: { actor: LOCAL_USER_ACTOR },
  })
}

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The backups that a server made by itself beside its database, oldest first. */
export function regularIn(dataDir: string): string[] {
  const folder = path.join(dataDir, 'backups')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => /^regular-.*\.db\.gz$/.test(name)).sort()
}

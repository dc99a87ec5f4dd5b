import path from 'node:path'
import { createBackup, DAMAGED, databaseFile } from '@/lib/backup/backup'
import { restoreBackup } from '@/lib/backup/restore'
import { settings } from '@/lib/settings'
import { print, say, type Typed } from './command'

/** `palimpsest backup <file>`, with or without a running server; `DAMAGED` where it is one of damaged versions. */
export async function backup({ names: [name = ''], from }: Typed): Promise<number> {
  const { stores, memories, versions, damaged } = await createBackup(
    databaseFile(),
    path.resolve(from, name),
  )
  print(`${stores} stores, ${memories} memories, ${versions} versions`)
  if (damaged === 0) return 0
  say(
    `${damaged} of these versions are damaged, as they are in the database: keep an older backup, which has their texts; palimpsest doctor names them`,
  )
  return DAMAGED
}

/** `palimpsest restore <file>`, into an empty data folder. */
export async function restore({ names: [name = ''], from }: Typed): Promise<number> {
  const { dataDir } = settings()
  const restored = await restoreBackup(path.resolve(from, name), databaseFile())
  const { version, at, stores, memories, versions, redacted } = restored
  print(`a backup of ${at.toISOString()} by version ${version}`)
  print(`${stores} stores, ${memories} memories, ${versions} versions`)
  print(
    `redacted again: ${redacted.versions} versions, ${redacted.memories} memories deleted for it`,
  )
  if (redacted.advice !== null) {
    say(redacted.advice)
    say(`a backup never holds it: copy fingerprint.key from where it was made to ${dataDir}`)
  }
  say('names and conversations that were redacted since have no such list: look for them')
  return 0
}

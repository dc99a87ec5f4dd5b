import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface Description {
  version: string
  /** whether it was installed as a package; otherwise it runs from its sources */
  isPacked?: boolean
  dependencies?: Record<string, string>
}

const PACKAGE = 'palimpsest'

let read: Description | undefined

/** This program's package.json. */
function description(): Description {
  return (read ??= describedIn(process.cwd()))
}

/** The version of this program. */
export function programVersion(): string {
  return description().version
}

/**
 * The command with which other programs on this machine start the command line: a program and its
 * first arguments.
 */
export function programCommand(): readonly [string, ...string[]] {
  const folder = process.cwd()
  if (description().isPacked && isOfRegistry(folder)) return ['npx', '-y', PACKAGE]
  return ['node', path.join(folder, 'bin', 'palimpsest.mjs')]
}

/**
 * Returns whether the package that lies in a folder, `…/node_modules/palimpsest/dist`, was
 * installed by its name. One that came as a file is not to be had by that name, or somebody else's
 * is.
 */
export function isOfRegistry(folder: string): boolean {
  const installedBy = path.resolve(folder, '..', '..', '..')
  if (!existsSync(path.join(installedBy, 'package.json'))) return false
  const wanted = describedIn(installedBy).dependencies?.[PACKAGE]
  return wanted !== undefined && !/[/:]|\.tgz$/.test(wanted)
}

function describedIn(folder: string): Description {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Description
}

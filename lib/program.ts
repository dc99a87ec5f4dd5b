import { readFileSync } from 'node:fs'
import path from 'node:path'

interface Description {
  version: string
  /** whether it was installed as a package; otherwise it runs from its sources */
  isPacked?: boolean
}

let read: Description | undefined

/** This program's package.json. */
function description(): Description {
  read ??= JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')) as Description
  return read
}

/** The version of this program. */
export function programVersion(): string {
  return description().version
}

/** How other programs on this machine start the command line: a program and its first arguments. */
export function programCommand(): readonly [string, ...string[]] {
  if (description().isPacked) return ['npx', '-y', 'palimpsest']
  return ['node', path.join(process.cwd(), 'bin', 'palimpsest.mjs')]
}

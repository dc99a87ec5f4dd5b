import { readFileSync } from 'node:fs'
import path from 'node:path'

let version: string | undefined

/** The version of this program, from its package.json. */
export function programVersion(): string {
  version ??= (
    JSON.parse(readFileSync(path.join(process.cwd(), 'package.json'), 'utf8')) as {
      version: string
    }
  ).version
  return version
}

// Reads the settings through lib/settings.ts, before anything is built or served.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fail, root } from './prepare.mjs'

/**
 * The checked settings; ends the process with their problem if they have one. They are read by a
 * process that ends: the compiler of TypeScript would stay in this one for as long as it serves.
 */
export function checkedSettings() {
  const reader = path.join(root, 'scripts', 'print-settings.mjs')
  const args = ['--import', import.meta.resolve('tsx'), reader]
  const stdio = ['ignore', 'pipe', 'inherit']
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', stdio })
  const { settings, problem } = JSON.parse(printed)
  if (problem !== undefined) fail(problem)
  return settings
}

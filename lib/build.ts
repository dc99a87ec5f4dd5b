import { readFileSync } from 'node:fs'
import path from 'node:path'
import { perProcess } from './per-process'

/** Which build this process serves: a page of another one asks to be loaded anew. */
export function buildName(): string {
  return perProcess('build', () => ({ name: readBuild() })).name
}

function readBuild(): string {
  try {
    return readFileSync(path.join(process.cwd(), '.next', 'BUILD_ID'), 'utf8').trim()
  } catch {
    // The development server writes none.
    return 'development'
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUILD_SOURCES } from './prepare.mjs'

/** Files of the project that are not part of the served application. */
const NOT_BUILT = [
  'bench',
  'bin',
  'cli',
  'container',
  'docs',
  'e2e',
  'samples',
  'scripts',
  'tests',
  'CONTRIBUTING.md',
  'knip.json',
  'LICENSE',
  'README.md',
  'package.json',
  'playwright.config.ts',
  'prisma.config.ts',
  'vitest.config.ts',
]

test.skipIf(!existsSync('.git'))('a change to anything that is served triggers a new build', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const tops = new Set(files.map((file) => file.split('/')[0] ?? ''))
  const known = new Set([...BUILD_SOURCES, ...NOT_BUILT])
  expect([...tops].filter((top) => !top.startsWith('.') && !known.has(top))).toEqual([])
})

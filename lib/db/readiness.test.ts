import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bundle } from '@/tests/support/bundle'
import { isFull } from './readiness'

/** Runs a shell with mounts of its own, where the system lets us. */
const inOwnMounts = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['-Urm', 'sh', '-ec', script, 'sh', ...args], { encoding: 'utf8' })

const mayMount = inOwnMounts('mount -t tmpfs none /tmp').status === 0

test.runIf(mayMount)(
  'a database whose disk is full is not ready, though nobody wrote yet, until there is room again',
  async () => {
    const program = await bundle('on-full-disk', 'tests/support/on-full-disk.ts')
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-full-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { stdout } = inOwnMounts(
      'mount -t tmpfs -o size=16m none "$1"; cp "$2" "$1/test.db"; exec "$3" "$4" "$1/test.db"',
      ...[folder, inject('sqliteTemplate'), process.execPath, program],
    )
    expect(stdout).toBe('none,disk_full,none')
  },
)

test('a file system is full without room for the next writes, unless it does not say', () => {
  const size = { blocks: 1000, bsize: 4096 }
  expect([200, 300].map((bavail) => isFull({ ...size, bavail }))).toEqual([true, false])
  expect(isFull({ blocks: 0, bsize: 4096, bavail: 0 })).toBe(false)
})

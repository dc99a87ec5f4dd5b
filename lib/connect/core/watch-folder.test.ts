import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { folderWith, putFile } from '@/tests/support/watched-folder'
import { type FolderWatch, watchFolder } from './watch-folder'

let root = ''
let watch: FolderWatch | null = null
afterEach(async () => {
  await watch?.stop()
  watch = null
  rmSync(root, { recursive: true, force: true })
})

/** A folder that is watched, and what is told of it. */
async function watched(files: Record<string, string>) {
  root = folderWith(files)
  const told = new Set<string>()
  await new Promise<void>((resolve, reject) => {
    watch = watchFolder(root, (at) => !at.includes('.hidden'), {
      onSettled: (paths) => {
        for (const each of paths) told.add(each)
      },
      onReady: resolve,
      onFault: () => reject(new Error('it cannot be watched')),
    })
  })
  /** Returns whether a look at what was told would find this path. */
  const isFound = (memoryPath: string) =>
    [...told].some((each) => memoryPath === each || memoryPath.startsWith(`${each}/`))
  const expectTold = async (memoryPath: string) => {
    await expect.poll(() => isFound(memoryPath)).toBe(true)
    told.clear()
  }
  return { told, expectTold }
}

test('a folder that is watched tells of what is written, replaced and deleted in it, at any depth', async () => {
  const { told, expectTold } = await watched({ '/a.md': 'one\n', '/b/c.md': 'one\n' })
  putFile(root, '/b/c.md', 'two\n')
  await expectTold('/b/c.md')
  putFile(root, '/b/.hidden', 'two\n')
  putFile(root, '/a.md.tmp', 'two\n')
  renameSync(path.join(root, 'a.md.tmp'), path.join(root, 'a.md'))
  await expect.poll(() => told.has('/a.md')).toBe(true)
  expect(told).not.toContain('/b/.hidden')
  rmSync(path.join(root, 'b/c.md'))
  await expectTold('/b/c.md')
})

test('a folder made, moved or made again while it is watched is watched with what it holds', async () => {
  const { expectTold } = await watched({ '/a.md': 'one\n' })
  mkdirSync(path.join(root, 'deep'))
  putFile(root, '/deep/er/b.md', 'one\n')
  await expectTold('/deep/er/b.md')
  putFile(root, '/deep/er/b.md', 'two\n')
  await expectTold('/deep/er/b.md')
  renameSync(path.join(root, 'deep'), path.join(root, 'moved'))
  await expectTold('/moved/er/b.md')
  putFile(root, '/moved/er/b.md', 'three\n')
  await expectTold('/moved/er/b.md')
  rmSync(path.join(root, 'moved'), { recursive: true })
  putFile(root, '/moved/er/c.md', 'one\n')
  await expectTold('/moved/er/c.md')
  putFile(root, '/moved/er/c.md', 'two\n')
  await expectTold('/moved/er/c.md')
})

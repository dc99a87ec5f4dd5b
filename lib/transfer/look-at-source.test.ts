import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { sourceFolder } from '@/tests/support/seeding'
import { WHOLE_DISK } from './disk-reach'
import { lookAtSource } from './look-at-source'

const { at, put } = sourceFolder()

const look = (location: string, reach = WHOLE_DISK) =>
  lookAtSource(location, reach, new AbortController().signal)

const git = (...args: string[]) =>
  execFileSync('git', ['-C', at('.'), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args])

test('a folder tells its files and its folders', async () => {
  put('a.md', 'four')
  put('deep/b.md', 'five5')
  expect(await look(at('.'))).toEqual({
    kind: 'folder',
    files: 2,
    bytes: 9,
    isMore: false,
    history: null,
    folders: ['deep'],
  })
})

test('a folder in a repository tells the commits that touch it, and nothing of .git', async () => {
  git('init', '-q')
  put('inside/a', 'a')
  git('add', '.')
  git('commit', '-q', '-m', 'inside', '--date', '2026-01-01T00:00:00Z')
  put('beside', 'b')
  git('add', '.')
  git('commit', '-q', '-m', 'beside')
  const { files, folders, history } = await look(at('.'))
  expect({ files, folders, commits: history?.commits }).toEqual({
    files: 2,
    folders: ['inside'],
    commits: 2,
  })
  expect((await look(at('inside'))).history?.commits).toBe(1)
})

test('a name that is not there yet offers the folders that begin like it', async () => {
  put('notes/a', 'a')
  put('nothing/a', 'a')
  put('other/a', 'a')
  expect(await look(at('no'))).toMatchObject({ kind: 'nothing', folders: ['notes', 'nothing'] })
})

test('what is out of reach looks like nothing', async () => {
  put('open/a', 'a')
  put('shut/b', 'b')
  const reach = { roots: [at('open')], closed: [] }
  expect((await look(at('open'), reach)).kind).toBe('folder')
  expect(await look(at('shut'), reach)).toMatchObject({ kind: 'nothing', folders: [] })
})

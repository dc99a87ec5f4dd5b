import { expect, test } from 'vitest'
import { chosenFiles, pastedUpload, seedUpload } from './seed-files'

function files(...paths: string[]) {
  return paths.map((path) => ({ path, file: new File(['x'], path.split('/').pop() ?? path) }))
}

const nameOf = async (paths: string[], into = '/') => (await seedUpload(files(...paths), into)).name

// What a source of the same name no longer holds is deleted from the store.
test('other loose files are another source; the same ones, in any order, are the same', async () => {
  expect(await nameOf(['one.md'])).not.toBe(await nameOf(['two.md']))
  expect(await nameOf(['one.md', 'two.md'])).not.toBe(await nameOf(['one.md']))
  expect(await nameOf(['one.md', 'two.md'])).toBe(await nameOf(['two.md', 'one.md']))
  expect(await nameOf(['one.md', 'one.md'])).toBe(await nameOf(['one.md']))
})

test('a folder is the same source when files in it come and go, and another one elsewhere', async () => {
  expect(await nameOf(['notes/a', 'notes/b'])).toBe(await nameOf(['notes/a']))
  expect(await nameOf(['notes/a'], '/x/')).not.toBe(await nameOf(['notes/a'], '/y/'))
})

test.each(['memories.tar.gz', 'bank.jsonl.gz', 'bank.zip', 'bank.jsonl'])(
  '%s, which the server reads as it is, is sent as it is',
  async (name) => {
    expect(await nameOf([name], '/x/')).toBe(name)
  },
)

test('what git keeps is not among the files of a folder, and the folder is known as a repository', () => {
  const chosen = ['notes/a.md', 'notes/.git/config', 'notes/lib/.git', 'notes/.gitignore'].map(
    (path) => {
      const file = new File(['x'], path.split('/').at(-1) ?? '')
      return Object.defineProperty(file, 'webkitRelativePath', { value: path })
    },
  )
  const { files: taken, repositories } = chosenFiles(chosen)
  expect(taken.map(({ path }) => path)).toEqual(['notes/a.md', 'notes/.gitignore'])
  expect(repositories).toEqual(['notes', 'notes/lib'])
})

test("names fit the API's limit, and still tell sources apart", async () => {
  const many = Array.from({ length: 5000 }, (_, index) => `note-${index}.md`)
  const name = await nameOf(many)
  expect(name.length).toBeLessThanOrEqual(255)
  expect(name).not.toBe(await nameOf([...many, 'one-more.md']))
  const path = `/${'deep/'.repeat(100)}`
  expect(pastedUpload(`${path}a`, 'x').name.length).toBeLessThanOrEqual(255)
  expect(pastedUpload(`${path}a`, 'x').name).not.toBe(pastedUpload(`${path}b`, 'x').name)
})

import { expect, test } from 'vitest'
import { pastedUpload, seedUpload } from './seed-files'

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

test('an archive keeps its name', async () => {
  expect(await nameOf(['memories.tar.gz'], '/x/')).toBe('memories.tar.gz')
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

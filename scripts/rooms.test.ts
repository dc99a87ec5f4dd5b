import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Folders whose files need no more words than their names. */
const SELF_EVIDENT = 12

const rooms = readdirSync('lib', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => path.join('lib', name))
  .filter((room) => filesBelow(room).length > SELF_EVIDENT)

const doors = [...rooms, 'components', 'components/ui', 'tests', 'e2e', 'scripts']

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
}

test.each(doors)('%s has a page at its door, which is read in a minute', (room) => {
  const door = path.join(room, 'README.md')
  expect(existsSync(door)).toBe(true)
  expect(readFileSync(door, 'utf8').split('\n').length).toBeLessThanOrEqual(31)
})

test('files that a page at a door names are there', () => {
  const missing = doors.flatMap((room) => {
    const text = readFileSync(path.join(room, 'README.md'), 'utf8')
    const named = [...text.matchAll(/`([a-z0-9/.-]+\.(?:ts|tsx|mjs|css|conf))`/g)].map(
      ([, file]) => file ?? '',
    )
    return named
      .filter((file) => !existsSync(path.join(room, file)) && !existsSync(file))
      .map((file) => `${room}: ${file}`)
  })
  expect(missing).toEqual([])
})

import { expect, test } from 'vitest'
import { memoryLinks } from './memory-links'

const pathsIn = (line: string) => memoryLinks('/notes/deep/a.md', line).map(({ paths }) => paths)

test('a link leads from the memory’s directory, or from the root as many write it', () => {
  expect(pathsIn('[b](b.md), [c](../c.md#part), [d](/d.md "title"), [e](<e%20f.md>)')).toEqual([
    ['/notes/deep/b.md', '/b.md'],
    ['/notes/c.md'],
    ['/d.md'],
    ['/notes/deep/e f.md', '/e f.md'],
  ])
})

test.each([
  '[web](https://firma.se/a.md)',
  '[mail](mailto:a@firma.se)',
  '[part](#part)',
  '![picture](b.md)',
  '`[code](b.md)`',
  '[above](../../../b.md)',
  '[source](../src/main.ts)',
  'plain (b.md)',
])('%s leads to no memory', (line) => {
  expect(pathsIn(line)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { globbedPath, pathGlob } from './path-glob'

describe('globs of paths', () => {
  test.each([
    ['/a.md', '/a.md', true],
    ['/a.md', '/b/a.md', false],
    ['/*.md', '/a.md', true],
    ['/*.md', '/b/a.md', false],
    ['/specs/**/tasks.md', '/specs/tasks.md', true],
    ['/specs/**/tasks.md', '/specs/a/b/tasks.md', true],
    ['/specs/**/tasks.md', '/specs/a/b/tasks.mdx', false],
    ['/specs/**', '/specs/a', true],
    ['/specs/**', '/spec/a', false],
    ['/**', '/anything/at all', true],
    ['/?.md', '/a.md', true],
    ['/?.md', '/ab.md', false],
    ['/a*b*c', '/aXbYbZc', true],
    ['/a*b*c', '/aXbYbZ', false],
    ['/a.md', '/axmd', false],
    ['/CLAUDE.md', '/claude.md', true],
    ['/claude.md', '/CLAUDE.md', true],
    ['/caf\u00e9/*', '/CAFE\u0301/a', true],
    ['/?.md', '/\u00df.md', true],
    ['/?.md', '/\u{1f4d3}.md', true],
    ['/A?.md', '/a\u00df.md', true],
    ['/STRASSE/?', '/stra\u00dfe/a', true],
    ['/?.md', '/e\u0301.md', true],
    ['/CLAUDE.md', '/CLA\u200bUDE.md', true],
  ])('%s names %s: %s', (glob, path, isNamed) => {
    expect(pathGlob(glob)(globbedPath(path))).toBe(isNamed)
  })

  test('a glob that is made to take long takes no time', () => {
    const begunAt = performance.now()
    const glob = `/${'*a'.repeat(120)}b/${'**/*/'.repeat(3)}`
    expect(pathGlob(glob)(globbedPath(`/${'a'.repeat(900)}`))).toBe(false)
    expect(performance.now() - begunAt).toBeLessThan(2_000)
  })
})

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addressAt } from './page-address'

/**
 * The addresses of all files with this name in app, except the API's; a bracketed segment matches
 * anything.
 */
function addressesOf(file: string): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((each) => path.basename(each) === file && !each.startsWith(`v1${path.sep}`))
    .map((each) => {
      const folders = path.dirname(each).split(path.sep)
      const shown = folders.filter((folder) => folder !== '.' && !folder.startsWith('('))
      return `/${shown.map((folder) => folder.replace(/^\[.*\]$/, 'anything')).join('/')}`
    })
}

test.each(addressesOf('route.ts'))('%s is not a page', (address) => {
  expect([addressAt(address), addressAt(`${address}/`)]).toEqual(['data', 'data'])
})

test.each(addressesOf('page.tsx'))('%s is a page', (address) => {
  expect(addressAt(address)).toBe('page')
})

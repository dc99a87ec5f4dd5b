import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const components = path.resolve(import.meta.dirname, '..')

test('no component that runs an action refreshes its page: what changed comes with the answer', () => {
  const files = readdirSync(components, { recursive: true, encoding: 'utf8' })
  const refreshing = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || file.includes('.test.')) return false
    const text = readFileSync(path.join(components, file), 'utf8')
    return /Action\(/.test(text) && text.includes('router.refresh()')
  })
  expect(refreshing).toEqual([])
})

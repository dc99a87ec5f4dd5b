import { expect, test } from 'vitest'
import { findRoute } from './find-route'
import { ROUTES } from './routes'

test.each(ROUTES.map(({ path }) => path))('%s is found by its own path', (path) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const params = Object.fromEntries(names.map((name) => [name, `${name}/ü`]))
  const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${name}/ü`))
  for (const ending of ['', '/']) {
    const found = findRoute(asked + ending)
    expect([found?.route.path, found?.params]).toEqual([path, params])
  }
})

test.each([
  '/v1',
  '/v1/memory_stores/a/b',
  '/v1/memory_stores//memories',
  '/v1/memory_stores/%zz',
  '/v1/memory_stores/a/memories/b/c',
  '/v1/__proto__',
  '/memory_stores',
])('%s is no route', (path) => {
  expect(findRoute(path)).toBeNull()
})

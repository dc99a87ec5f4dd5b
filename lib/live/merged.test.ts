import { expect, test } from 'vitest'
import { merged } from './merged'

async function* of<Item>(...items: Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item)
}

async function all<Item>(source: AsyncGenerator<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of source) items.push(item)
  return items
}

type Item = number | string

test('yields all items of its sources, each source in order', async () => {
  const items = await all(merged([of<Item>(1, 2, 3), of<Item>('a'), of<Item>()]))
  expect(items.filter((item) => typeof item === 'number')).toEqual([1, 2, 3])
  expect(items).toHaveLength(4)
  expect(items).toContain('a')
})

test('without sources it yields nothing', async () => {
  expect(await all(merged([]))).toEqual([])
})

test('a slow source does not delay the others', async () => {
  async function* never(): AsyncGenerator<number> {
    await new Promise(() => {})
    yield 0
  }
  const items = merged([never(), of(1, 2)])
  expect([(await items.next()).value, (await items.next()).value]).toEqual([1, 2])
})

test('a failing source fails the whole, and ends the others', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<number> {
    try {
      for (let count = 0; ; count++) yield await Promise.resolve(count)
    } finally {
      isEnded = true
    }
  }
  async function* failing(): AsyncGenerator<number> {
    yield await Promise.resolve(0)
    throw new Error('broken')
  }
  await expect(all(merged([endless(), failing()]))).rejects.toThrow('broken')
  await expect.poll(() => isEnded).toBe(true)
})

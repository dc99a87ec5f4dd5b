import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { listingQuery } from './queries'
import { TreeCache } from './tree-cache'
import type { TreeListing } from './tree-item'

const TREE = { storeId: 'memstore_1', mount: 1, past: null }
const LISTING: TreeListing = { items: [], order: 'natural', next: null }

afterEach(() => onlineManager.setOnline(true))

/** A listing that is shown, and how often it is fetched. */
function shown(initial?: TreeListing) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.mount()
  const fetched = { times: 0 }
  const queryFn = async () => {
    fetched.times++
    return LISTING
  }
  const observer = new QueryObserver(client, { ...listingQuery(TREE, '/', initial), queryFn })
  const hide = observer.subscribe(() => {})
  const close = () => {
    hide()
    client.unmount()
  }
  return { cache: new TreeCache(client, TREE.storeId), fetched, observer, close }
}

test('a listing that is refetched when the network goes away does not show by itself what came meanwhile', async () => {
  const { cache, fetched, observer, close } = shown(LISTING)
  onlineManager.setOnline(false)
  void cache.refresh()
  expect(observer.getCurrentResult().fetchStatus).toBe('paused')
  await cache.stopRefreshing()
  onlineManager.setOnline(true)
  // Queries that fetch when the network is back have begun by then.
  await setImmediate()
  expect([fetched.times, observer.getCurrentResult().fetchStatus]).toEqual([0, 'idle'])
  await cache.refresh()
  expect(fetched.times).toBe(1)
  close()
})

test('a listing that was never there is fetched once the network is back', async () => {
  onlineManager.setOnline(false)
  const { cache, fetched, observer, close } = shown()
  await cache.stopRefreshing()
  onlineManager.setOnline(true)
  await expect.poll(() => observer.getCurrentResult().data).toEqual(LISTING)
  expect(fetched.times).toBe(1)
  close()
})

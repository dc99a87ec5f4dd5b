import { database } from '@/lib/db/open-database'
import { listStores } from '@/lib/store/stores/read-stores'
import { humanSize } from '@/lib/text/human-size'
import { printable } from './printable'

/** `palimpsest stores`: one line a store. */
export async function storesCommand(): Promise<number> {
  let after: string | undefined
  do {
    const page = await listStores(database(), { limit: 100, includeArchived: true, after })
    for (const store of page.stores) {
      const size = `${store.memoryCount} memories, ${humanSize(store.byteSize)}`
      process.stdout.write(`${store.id}  ${printable(store.name)}  (${size})\n`)
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return 0
}

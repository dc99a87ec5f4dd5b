import { notFound } from 'next/navigation'
import { isRefusal } from '@/lib/refusal'
import type { Store } from '@/lib/store/model/model'
import { getStore } from '@/lib/store/stores'

/** The store that an address names; where there is none, the page of what is not there. */
export async function storeAt(id: string): Promise<Store> {
  try {
    return await getStore(id)
  } catch (error) {
    if (isRefusal(error) && error.code === 'store_not_found') notFound()
    throw error
  }
}

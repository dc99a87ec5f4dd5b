'use client'

import { useRouter } from 'next/navigation'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { plainName } from '@/lib/text/plain-text'
import type { StoreName } from './store-names'
import { StorePicker } from './store-picker'

export interface StoreFilterProps {
  label: string
  /** the choice of none: “All” */
  all: string
  chosen: { id: string; name: string } | null
  /** the stores offered by themselves */
  stores: readonly StoreName[]
  /** whether there are others */
  isPart: boolean
  withArchived: boolean
  /** of the page without a store */
  address: string
}

/** Narrows a page to one store: of a few by a menu, which needs no script; of many by its name. */
export function StoreFilter(props: StoreFilterProps) {
  const { label, all, chosen, stores, isPart, withArchived, address } = props
  const router = useRouter()
  if (isPart) {
    return (
      <StorePicker
        label={label}
        all={all}
        chosen={chosen}
        withArchived={withArchived}
        onChoose={(store) =>
          router.push(store ? addressOf(address, store.id) : address, { scroll: false })
        }
      />
    )
  }
  return (
    <ChoiceMenu
      label={label}
      chosen={chosen ? plainName(chosen.name) : all}
      isMarked={chosen !== null}
      choices={[
        { href: address, label: all, isChosen: chosen === null },
        ...stores.map(({ id, name }) => ({
          href: addressOf(address, id),
          label: plainName(name),
          isChosen: id === chosen?.id,
        })),
      ]}
    />
  )
}

function addressOf(address: string, storeId: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}store=${storeId}`
}

import type { ChangeKind } from '@/lib/store/model/memory-change'
import { type AddressMoment, momentText } from './address-moment'

/** The part of a comparison that is shown. */
export interface ShownPart {
  /** the memory whose difference is shown; null: the first */
  file: string | null
  view: 'split' | 'unified'
  /** only changes of this kind; null: all */
  kind: ChangeKind | null
  /** of the list, from 0 */
  page: number
  /** the folded runs of unchanged lines that stand open, by their place in the difference */
  open: readonly number[]
}

const KINDS = ['created', 'modified', 'renamed', 'deleted'] as const

/** Reads from an address what of a comparison it shows. */
export function shownPart(search: Record<string, string | string[] | undefined>): ShownPart {
  const { file, view, kind, page, open } = search
  return {
    file: typeof file === 'string' ? file : null,
    view: view === 'unified' ? 'unified' : 'split',
    kind: KINDS.find((each) => each === kind) ?? null,
    page: typeof page === 'string' && /^\d{1,6}$/.test(page) ? Number(page) : 0,
    open:
      typeof open === 'string' && /^\d{1,5}(\.\d{1,5})*$/.test(open)
        ? open.split('.').map(Number)
        : [],
  }
}

/** A comparison's address, for sharing. */
export function comparisonAddress(
  storeId: string,
  from: AddressMoment,
  to: AddressMoment,
  part: Partial<ShownPart> = {},
): string {
  const { file = null, view = 'split', kind = null, page = 0, open = [] } = part
  const address = `/stores/${storeId}/compare?from=${momentText(from)}&to=${momentText(to)}`
  return [
    address,
    ...(kind === null ? [] : [`kind=${kind}`]),
    ...(page === 0 ? [] : [`page=${page}`]),
    ...(view === 'split' ? [] : [`view=${view}`]),
    ...(file === null ? [] : [`file=${file}`]),
    ...(open.length === 0 ? [] : [`open=${open.join('.')}`]),
  ].join('&')
}

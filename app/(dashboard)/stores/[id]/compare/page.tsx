import { Equal, GitCompareArrows } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { storeAt, StorePage } from '@/app/(dashboard)/stores/[id]/store-page'
import { Cache } from '@/components/frame/cache'
import { areNamed, endOf, type Ends, endsIn, searchOf } from '@/components/plan/address'
import { Compare } from '@/components/plan/compare'
import { Empty } from '@/components/ui/empty'
import { ChoiceMenu } from '@/components/ui/menu'
import { type Comparison, compareStores } from '@/lib/store/compare-stores'
import { namesByLastChange } from '@/lib/store/last-changes'
import type { Store } from '@/lib/store/model/model'
import { beforeOthers, listMoments, momentPlace } from '@/lib/store/moments'
import type { End } from '@/lib/store/plan/plan'
import { plainName } from '@/lib/text/visible-text'
import { comparedRow } from '../rows'

type Props = PageProps<'/stores/[id]/compare'>

/** Each part of the page names moments. */
const momentsOf = cache(listMoments)

/** How do these two differ? */
export default async function ComparePage({ params, searchParams }: Props) {
  const { id } = await params
  const ends = endsIn(id, await searchParams)
  const t = await getTranslations('Compare')
  const [store, other] = await Promise.all([storeAt(id), storeAt(ends.other.storeId)])
  const isChosen = areNamed(ends)
  if (!isChosen && ends.one.at === undefined) {
    const at = await momentToBegin(store)
    if (at !== null) redirect(addressOf({ one: ends.one, other: { storeId: id, at } }))
  }
  return (
    <StorePage
      texts={['Compare', 'Plan']}
      kind="working"
      store={store}
      title={t('title')}
      acts={
        <div className="max-md:hidden">
          <Choices ends={ends} one={store} other={other} />
        </div>
      }
    >
      <div className="border-b border-line px-4 py-2 md:hidden">
        <Choices ends={ends} one={store} other={other} />
      </div>
      {isChosen ? (
        <Compared ends={ends} />
      ) : (
        <Empty Icon={GitCompareArrows} title={t('choose')}>
          {t('equalAbout')}
        </Empty>
      )}
    </StorePage>
  )
}

/** With which of its moments a store is compared first; null: there is none that would say anything. */
async function momentToBegin({ id, lastSequence }: Store): Promise<number | null> {
  const [{ last }, named] = await Promise.all([momentPlace(id, lastSequence), momentsOf(id)])
  return named.find(({ sequence }) => sequence < last)?.sequence ?? beforeOthers(id)
}

async function Compared({ ends }: { ends: Ends }) {
  const t = await getTranslations('Compare')
  const comparison = await compareStores(ends.one, ends.other)
  const names = {
    one: await nameOf(ends.one, ends.other),
    other: await nameOf(ends.other, ends.one),
  }
  const [first] = comparison.rows
  const paths = { one: first?.one?.path ?? null, other: first?.other?.path ?? null }
  return (
    <>
      {ends.one.storeId === ends.other.storeId ? null : <CommonMoment base={comparison.base} />}
      {first ? (
        <Cache>
          <Compare
            key={searchOf(ends)}
            ends={ends}
            comparison={comparison}
            names={names}
            first={{ path: first.path, shown: await comparedRow(ends, paths) }}
          />
        </Cache>
      ) : (
        <Empty Icon={Equal} title={t('equal')}>
          {t('equalAbout')}
        </Empty>
      )}
    </>
  )
}

/** From where two stores come, by which it is known whose change a difference is. */
async function CommonMoment({ base }: Pick<Comparison, 'base'>) {
  const t = await getTranslations('Compare')
  return (
    <p className="border-b border-line px-4 py-1.5 text-xs text-ink-2">
      {base
        ? t('base', {
            name: plainName((await storeAt(base.storeId)).name),
            moment: await momentOf(base),
          })
        : t('noBase')}
    </p>
  )
}

/** What an end is called: its store where they differ, else its moment. */
async function nameOf(end: End, beside: End): Promise<string> {
  if (end.storeId === beside.storeId) return momentOf(end)
  return plainName((await storeAt(end.storeId)).name)
}

async function momentOf({ storeId, at }: End): Promise<string> {
  const t = await getTranslations('Compare')
  if (at === undefined) return t('now')
  const named = (await momentsOf(storeId)).find(({ sequence }) => sequence === at)
  return named ? plainName(named.name) : t('change', { sequence: at })
}

const addressOf = (ends: Ends) => `/stores/${ends.one.storeId}/compare?${searchOf(ends)}`

/** The store of the page at a moment, and what it is compared with: a store, at a moment of that. */
async function Choices({ ends, one, other }: { ends: Ends; one: Store; other: Store }) {
  const t = await getTranslations('Compare')
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Moments label={plainName(one.name)} ends={ends} end="one" />
      <span className="px-1 text-ink-2">{t('with')}</span>
      <Others ends={ends} other={other} />
      <Moments label={t('moment')} ends={ends} end="other" />
    </div>
  )
}

async function Moments({ label, ends, end }: { label: string; ends: Ends; end: 'one' | 'other' }) {
  const t = await getTranslations('Compare')
  const { storeId, at } = ends[end]
  const chosen = await momentOf(ends[end])
  const moments = (await momentsOf(storeId)).map(({ sequence, name }) => ({
    at: sequence,
    label: plainName(name),
  }))
  const isListed = at === undefined || moments.some((moment) => moment.at === at)
  const choices = [
    { at: undefined, label: t('now') },
    ...(isListed ? [] : [{ at, label: chosen }]),
    ...moments,
  ]
    .map((choice) => ({ ...choice, to: { ...ends, [end]: endOf(storeId, choice.at) } }))
    // An end is never compared with itself.
    .filter(({ at: each, to }) => each === at || areNamed(to))
    .map((choice) => ({
      href: addressOf(choice.to),
      label: choice.label,
      isChosen: choice.at === at,
    }))
  return <ChoiceMenu label={label} chosen={chosen} choices={choices} />
}

async function Others({ ends, other }: { ends: Ends; other: Store }) {
  const t = await getTranslations('Compare')
  const { one } = ends
  const nameIn = ({ id, name }: Pick<Store, 'id' | 'name'>) =>
    id === one.storeId ? t('itself') : plainName(name)
  const choices = (await namesByLastChange()).map((store) => ({
    href: addressOf({ one, other: { storeId: store.id } }),
    label: nameIn(store),
    isChosen: store.id === other.id,
  }))
  return <ChoiceMenu label={t('store')} chosen={nameIn(other)} choices={choices} />
}

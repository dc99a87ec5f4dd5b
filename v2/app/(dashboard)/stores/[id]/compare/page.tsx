import { Equal } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { type Ends, endsIn, searchOf } from '@/components/plan/address'
import { Compare } from '@/components/plan/compare'
import { Cache } from '@/components/frame/cache'
import { PageTexts } from '@/components/i18n/texts'
import { Empty } from '@/components/ui/empty'
import { ChoiceMenu } from '@/components/ui/menu'
import { compareStores } from '@/lib/store/compare-stores'
import { storesByLastChange } from '@/lib/store/last-changes'
import { listMoments } from '@/lib/store/moments'
import type { End } from '@/lib/store/plan/plan'
import { plainName } from '@/lib/text/visible-text'
import { comparedRow } from './compared-row'
import { storeAt, StorePage } from '../store-page'

type Props = PageProps<'/stores/[id]/compare'>

/** How do these two differ? */
export default async function ComparePage({ params, searchParams }: Props) {
  const { id } = await params
  const ends = endsIn(id, await searchParams)
  const t = await getTranslations('Compare')
  const [store, other] = await Promise.all([storeAt(id), storeAt(ends.other.storeId)])
  const comparison = await compareStores(ends.one, ends.other)
  const names = {
    one: await nameOf(ends.one, ends.other),
    other: await nameOf(ends.other, ends.one),
  }
  const [first] = comparison.rows
  const paths = { one: first?.one?.path ?? null, other: first?.other?.path ?? null }
  return (
    <StorePage
      kind="working"
      store={store}
      title={t('title')}
      meta={
        comparison.base
          ? t('base', { sequence: comparison.base.at ?? 0 })
          : t(other.id === store.id ? 'moments' : 'noBase')
      }
      views={
        <div className="flex flex-wrap gap-1.5">
          <Moments label="A" name={names.one} ends={ends} end="one" />
          <Others label="B" ends={ends} name={names.other} />
          <Moments label={t('moment')} name={await momentOf(ends.other)} ends={ends} end="other" />
        </div>
      }
    >
      {first ? (
        <PageTexts of={['Compare', 'Plan']}>
          <Cache>
            <Compare
              key={searchOf(ends)}
              ends={ends}
              comparison={comparison}
              names={names}
              first={{ path: first.path, shown: await comparedRow(ends, paths) }}
            />
          </Cache>
        </PageTexts>
      ) : (
        <Empty Icon={Equal} title={t('equal')}>
          {t('equalAbout')}
        </Empty>
      )}
    </StorePage>
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
  const named = (await listMoments(storeId)).find(({ sequence }) => sequence === at)
  return named ? plainName(named.name) : t('change', { sequence: at })
}

const addressOf = (ends: Ends) => `/stores/${ends.one.storeId}/compare?${searchOf(ends)}`

async function Moments({
  label,
  name,
  ends,
  end,
}: {
  label: string
  name: string
  ends: Ends
  end: 'one' | 'other'
}) {
  const t = await getTranslations('Compare')
  const { storeId, at } = ends[end]
  const moments = await listMoments(storeId)
  const hrefAt = (sequence: number | undefined) =>
    addressOf({ ...ends, [end]: sequence === undefined ? { storeId } : { storeId, at: sequence } })
  const choices = [
    { href: hrefAt(undefined), label: t('now'), isChosen: at === undefined },
    ...moments.map((moment) => ({
      href: hrefAt(moment.sequence),
      label: plainName(moment.name),
      isChosen: moment.sequence === at,
    })),
  ]
  return <ChoiceMenu label={label} chosen={name} choices={choices} />
}

async function Others({ label, name, ends }: { label: string; name: string; ends: Ends }) {
  const stores = await storesByLastChange()
  const choices = stores.map(({ id, name: each }) => ({
    href: addressOf({ one: ends.one, other: { storeId: id } }),
    label: plainName(each),
    isChosen: id === ends.other.storeId,
  }))
  return <ChoiceMenu label={label} chosen={name} choices={choices} />
}

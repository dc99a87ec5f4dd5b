import { getNow, getTranslations } from 'next-intl/server'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Inbox } from '@/components/review/inbox'
import { actorInFull } from '@/components/ui/actor-name'
import { Badge } from '@/components/ui/badge'
import type { Filter } from '@/components/ui/list-filters'
import { Link } from '@/components/ui/link'
import { NoticeBar } from '@/components/ui/notice'
import { ReviewNews } from '@/components/review/news'
import { standingOf } from '@/components/review/shown-memory'
import { keysMadeOutside } from '@/lib/auth/keys'
import { numbersOf } from '@/lib/live/live'
import { LEVELS } from '@/lib/review/attention'
import { listToReview, withWanted, type ReviewGroup } from '@/lib/review/to-review'
import { namesByLastChange } from '@/lib/store/last-changes'
import { plainName } from '@/lib/text/visible-text'
import { failingStores } from '@/lib/why/strips'

/** What waits for me, and what is to be looked at? */
export default async function ReviewPage({ searchParams }: PageProps<'/review'>) {
  const search = await searchParams
  const t = await getTranslations('Review')
  const names = await getTranslations('Common.actorName')
  const at = Object.fromEntries(await numbersOf(['stores']))
  const stores = await namesByLastChange(String(search.store ?? ''))
  const storeId = stores.find(({ id }) => id === search.store)?.id
  const { groups: found, beyond, older } = await listToReview({ storeId })
  const groups = await withWanted(found)
  const agents = new Map(groups.map(({ by }) => [by.id, plainName(actorInFull(names, by))]))
  const agent = agents.has(String(search.agent)) ? String(search.agent) : ''
  const level = LEVELS.find((each) => each === search.level) ?? ''
  const isMeant = (group: ReviewGroup) =>
    (agent === '' || group.by.id === agent) && (level === '' || group.level === level)
  const filter = (
    name: 'store' | 'agent' | 'level',
    value: string,
    all: Iterable<readonly [value: string, label: string]>,
  ): Filter => ({
    name,
    label: t(`filter.${name}`),
    value,
    choices: [['', t('any')] as const, ...all].map(([each, label]) => ({ value: each, label })),
  })
  const named = stores.map(({ id, name }) => [id, plainName(name)] as const)
  const levels = LEVELS.map((each) => [each, t(`levelOf.${each}`)] as const)
  const outside = await keysMadeOutside()
  const all = groups.flatMap(({ memories, held }) => [...memories, ...held])
  return (
    <PageWithTexts texts={['Approval', 'Call', 'Flags', 'Review']} kind="index" name={t('title')}>
      <PageHead
        title={t('title')}
        meta={all.length + beyond || null}
        acts={<FailingTests names={new Map(stores.map(({ id, name }) => [id, name]))} />}
      />
      {outside.length > 0 ? (
        <NoticeBar tone="caution">
          <Link href="/connections/keys" className="underline">
            {t('keysOutside', { count: outside.length, names: outside.map(plainName).join(', ') })}
          </Link>
        </NoticeBar>
      ) : null}
      <Inbox
        groups={groups.filter(isMeant)}
        filters={[
          filter('store', storeId ?? '', named),
          filter('agent', agent, agents),
          filter('level', level, levels),
        ]}
        stores={stores.map(({ id, name }) => [id, name])}
        chosen={typeof search.chosen === 'string' ? search.chosen : null}
        older={older && { ...older, count: beyond, storeId }}
        now={await getNow()}
        news={<ReviewNews shown={standingOf(groups)} search={`store=${storeId ?? ''}`} at={at} />}
      />
    </PageWithTexts>
  )
}

/** Of more stores only how many there are is said. */
const MOST_NAMED = 3

/** Stores whose tests fail: what agents changed there may be why. */
async function FailingTests({ names }: { names: ReadonlyMap<string, string> }) {
  const t = await getTranslations('Review')
  const all = await failingStores()
  return (
    <>
      {all.slice(0, MOST_NAMED).map(({ storeId, failing }) => (
        <Link key={storeId} href={`/stores/${storeId}/tests`} className="hover:underline">
          <Badge tone="removed">
            {t('failing', { count: failing })} <VisibleLabel text={names.get(storeId) ?? ''} />
          </Badge>
        </Link>
      ))}
      {all.length > MOST_NAMED ? (
        <Badge tone="removed">{t('failingMore', { count: all.length - MOST_NAMED })}</Badge>
      ) : null}
    </>
  )
}

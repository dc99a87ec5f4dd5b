import { getNow, getTranslations } from 'next-intl/server'
import { FlagList } from '@/components/flags/list'
import { ButtonLink } from '@/components/ui/button'
import { flagsByRule, storeFlags } from '@/lib/review/store-flags'
import { ReviewGroups } from '@/components/review/group-row'
import { listToReview, withWanted } from '@/lib/review/to-review'
import { LogOf } from '../../../log-of'
import { storeAt, StorePage, toReviewIn } from '../store-page'

/** Memories that are listed of a rule, beside others and by itself. */
const BESIDE_OTHERS = 5
const BY_ITSELF = 200

/** What happened here, and what looks wrong? */
export default async function ChangesPage({
  params,
  searchParams,
}: PageProps<'/stores/[id]/changes'>) {
  const { id } = await params
  const search = await searchParams
  const { rule } = search
  const t = await getTranslations('Flags')
  const log = await getTranslations('Log')
  const store = await storeAt(id)
  const [{ flags, unknown }, count] = await Promise.all([storeFlags(id), toReviewIn(id)])
  const asked = flags.filter((flag) => rule === undefined || flag.rule === rule)
  const most = rule === undefined ? BESIDE_OTHERS : BY_ITSELF
  const primary =
    count === 0 ? undefined : (
      <ButtonLink href={`/review?store=${id}`} variant="primary">
        {t('lookAt', { count })}
      </ButtonLink>
    )
  return (
    <StorePage kind="index" store={store} title={t('changes')} tab="changes" primary={primary}>
      {count === 0 || rule !== undefined ? null : (
        <ReviewGroups
          groups={await withWanted((await listToReview({ storeId: id })).groups)}
          storeId={id}
          count={count}
          now={await getNow()}
        />
      )}
      <FlagList
        storeId={id}
        isArchived={store.archivedAt !== null}
        open={await flagsByRule(
          asked.filter(({ dismissed }) => !dismissed),
          most,
        )}
        dismissed={await flagsByRule(
          asked.filter(({ dismissed }) => dismissed),
          BY_ITSELF,
        )}
        unknown={unknown}
        isNarrowed={rule !== undefined}
      />
      {rule === undefined ? (
        <>
          <h2 className="border-t border-line px-4 pt-5 pb-2 font-semibold">{log('title')}</h2>
          <LogOf address={`/stores/${id}/changes`} params={search} storeId={id} />
        </>
      ) : null}
    </StorePage>
  )
}

import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VisibleLabel } from '@/components/content/visible-label'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { WritesMatrix } from '@/components/review/changeset/writes-matrix'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { changesetWrites } from '@/lib/review/changesets/changeset-writes'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { ReviewError } from '@/lib/review/model/review-problems'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

/** Columns of a page. */
const WRITES = 60

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Writes.title') }
}

/** A changeset's memories by its writes. */
export default async function WritesPage(props: PageProps<'/review/[changesetId]/writes'>) {
  const t = await texts()
  const { changesetId } = await props.params
  const { after } = await props.searchParams
  const changeset = await getChangeset(database(), changesetId).catch(orNotFound)
  const { titles } = await changesetTitles([changeset])
  const { writes, next } = await changesetWrites(database(), {
    changesetId,
    after: Number(after) || 0,
    limit: WRITES,
  })
  return (
    <Page kind="working">
      <PageHead
        crumbs={[
          { href: '/review', label: t('Review.title') },
          { href: `/review/${changesetId}`, label: plainName(titles.get(changesetId) ?? '') },
        ]}
        title={t('Writes.title')}
        meta={
          <>
            <span className="max-w-64 truncate">
              <VisibleLabel text={changeset.storeName} />
            </span>
            <span>{t('Writes.counted', { count: changeset.changeCount })}</span>
          </>
        }
        guide="review"
        actions={
          next === null ? null : (
            <Link href={`/review/${changesetId}/writes?after=${next}`} className={buttonVariants()}>
              {t('Writes.next')}
            </Link>
          )
        }
      />
      {writes.length === 0 ? (
        <p className="p-4 text-ink-3">{t('Writes.none')}</p>
      ) : (
        <WritesMatrix storeId={changeset.storeId} writes={writes} />
      )}
      <KeyBar keys={[]} />
    </Page>
  )
}

function orNotFound(error: unknown): never {
  if (error instanceof ReviewError && error.problem.kind === 'changeset_not_found') notFound()
  throw error
}

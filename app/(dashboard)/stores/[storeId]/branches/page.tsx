import type { Metadata } from 'next'
import { NewBranch } from '@/components/branches/new-branch'
import { VisibleLabel } from '@/components/content/visible-label'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { listBranches } from '@/lib/store/branches/find-branch'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/branches'>,
): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Branch.title')} · ${plainName(name)}` }
}

/** Makes a branch of a store, now or (`?at=`) from a moment, and lists those that there are. */
export default async function BranchesPage(props: PageProps<'/stores/[storeId]/branches'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { at } = await props.searchParams
  const sequence = typeof at === 'string' && /^\d{1,15}$/.test(at) ? Number(at) : null
  const branches = await listBranches(database(), store.id)
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/stores', label: t('Store.stores') },
          { href: `/stores/${store.id}`, label: store.name },
        ]}
        title={t('Branch.title')}
      />
      <PageBody>
        <div className="space-y-8">
          <section aria-labelledby="new-branch" className="space-y-3">
            <h2 id="new-branch" className="text-lead font-semibold">
              {t('Branch.new')}
            </h2>
            <p className="max-w-xl text-ink-2">
              {t('Branch.about', { name: plainName(store.name) })}
            </p>
            <NewBranch storeId={store.id} sequence={sequence} />
          </section>
          {branches.length === 0 ? null : (
            <section aria-labelledby="branches">
              <h2 id="branches" className="font-semibold">
                {t('Branch.of', { name: plainName(store.name) })}{' '}
                <span className="font-normal text-ink-3 tabular-nums">{branches.length}</span>
              </h2>
              <ul aria-labelledby="branches" className="max-w-xl">
                {branches.map(({ id, name, ahead }) => (
                  <li
                    key={id}
                    className="flex items-center gap-3 border-b border-line py-2 last:border-b-0"
                  >
                    <Link
                      href={`/stores/${id}`}
                      className="min-w-0 flex-1 truncate hover:underline"
                    >
                      <VisibleLabel text={name} />
                    </Link>
                    <span className="text-ink-3">{t('Branch.ahead', { count: ahead })}</span>
                    <Link href={`/stores/${id}/merge`} className="text-accent hover:underline">
                      {t('Branch.mergeDots')}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </PageBody>
    </Page>
  )
}

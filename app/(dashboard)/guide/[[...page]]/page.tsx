import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Page, PageHead } from '@/components/frame/page'
import { GUIDE_PAGES, type GuidePage, isGuidePage } from '@/components/guide/pages'
import { GuideText } from '@/components/guide/text'
import { Link } from '@/components/ui/link'

/** How does this work? The guide that comes with the project, in English; without a page its first. */
export default async function GuidePageOf(props: PageProps<'/guide/[[...page]]'>) {
  const t = await getTranslations('Guide')
  const { page: [page = 'stores', ...more] = [] } = await props.params
  if (!isGuidePage(page) || more.length > 0) notFound()
  const text = await readFile(path.join(process.cwd(), 'docs', GUIDE_PAGES[page]), 'utf8')
  return (
    <Page kind="index" name={t(page)}>
      <PageHead crumbs={[{ href: '/guide', label: t('title') }]} title={t(page)} />
      <div className="flex flex-wrap items-start gap-x-12 gap-y-6 px-5 py-4 max-md:px-4">
        <nav aria-label={t('title')} className="w-52 max-md:w-full">
          <ul className="grid gap-px max-md:grid-cols-2">
            {(Object.keys(GUIDE_PAGES) as GuidePage[]).map((name) => (
              <li key={name}>
                <Link
                  href={`/guide/${name}`}
                  aria-current={name === page ? 'page' : undefined}
                  className="block rounded-control px-2 py-1 text-ink-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink max-md:py-2.5"
                >
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <article lang="en" className="min-w-0 flex-1 basis-96">
          <GuideText text={text} />
        </article>
      </div>
    </Page>
  )
}

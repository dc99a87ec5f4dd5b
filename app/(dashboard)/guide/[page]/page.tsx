import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import {
  GUIDE_PAGE_NAMES,
  GUIDE_PAGES,
  type GuidePageName,
  isGuidePage,
} from '@/components/guide/guide-pages'
import { GuideText } from '@/components/guide/guide-text'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { markdownTree } from '@/lib/markdown/markdown-tree'

export async function generateMetadata(props: PageProps<'/guide/[page]'>): Promise<Metadata> {
  const t = await texts()
  const { page } = await props.params
  return { title: isGuidePage(page) ? t(`Guide.${page}`) : t('Guide.title') }
}

/** A page of the guide that the project ships, in English. */
export default async function GuidePage(props: PageProps<'/guide/[page]'>) {
  const t = await texts()
  const { page } = await props.params
  if (!isGuidePage(page)) notFound()
  const tree = await markdownTree(await textOf(page))
  if (tree === null) notFound()
  return (
    <Page kind="index">
      <PageHead
        crumbs={[{ href: '/guide/stores', label: t('Guide.title') }]}
        title={t(`Guide.${page}`)}
      />
      <PageBody className="flex flex-wrap items-start gap-x-12 gap-y-6">
        <nav aria-label={t('Guide.title')} className="w-52 max-md:w-full">
          <ul className="grid gap-px max-md:grid-cols-2">
            {GUIDE_PAGE_NAMES.map((name) => (
              <li key={name}>
                <Link
                  href={`/guide/${name}`}
                  aria-current={name === page ? 'page' : undefined}
                  className="block rounded-control px-2 py-1 text-ink-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {t(`Guide.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <article lang="en" className="min-w-0 flex-1 basis-96">
          <GuideText tree={tree} />
        </article>
      </PageBody>
    </Page>
  )
}

function textOf(name: GuidePageName): Promise<string> {
  return readFile(path.join(process.cwd(), 'docs', GUIDE_PAGES[name]), 'utf8')
}
